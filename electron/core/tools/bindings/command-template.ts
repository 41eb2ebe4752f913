import { failed, ok, type Result } from '../../../contract/failure.ts';
import { fill, placeholdersOf, plainText, type Arguments } from './placeholders.ts';

/** Checks a command as it is defined. */
export function checkCommandTemplate(argv: readonly string[]): Result<undefined> {
  const [program = ''] = argv;
  if (program.trim() === '') return failed('invalid-input', 'The command names no program.', 'Write the program on the first line.');
  if (placeholdersOf(program).length > 0) {
    return failed('invalid-input', 'The model may not choose the program.', 'Write the program itself on the first line, without {{…}}.');
  }
  if (argv.some((word) => word.includes('\0'))) {
    return failed('invalid-input', 'The command holds a character that no program can be given.', 'Remove the NUL character.');
  }
  return ok(undefined);
}

/**
 * The command with the arguments of a call in it. Each word stays one word, whatever is put into it. A value that would
 * turn its word into an option is refused, unless a word `--` ends the options before it or it is a number.
 */
export function fillCommand(argv: readonly string[], values: Arguments): Result<readonly string[]> {
  const words: string[] = [];
  for (const word of argv) {
    const filled = fill(word, (name) => plainText(values, name));
    if (filled.includes('\0')) return failed('invalid-input', 'An argument holds a NUL character.', 'Leave it out.');
    const opensOption = filled.startsWith('-') && !word.startsWith('-');
    if (opensOption && !argv.slice(0, words.length).includes('--') && !isNumber(filled)) {
      const name = placeholdersOf(word)[0] ?? '';
      return failed('invalid-input', `${name} may not begin with a dash: the command would take it for an option.`, 'Use another value.');
    }
    words.push(filled);
  }
  return ok(words);
}

function isNumber(text: string): boolean {
  return /^-\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text);
}
