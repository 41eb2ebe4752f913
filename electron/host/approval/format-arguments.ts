import { failed, ok, type Result } from '../../contract/failure.ts';
import { escapeHiddenCharacters } from '../dialogs/escape-hidden-characters.ts';

/** More than this is cut off by some systems, or pushes the buttons off the screen. */
const longest = { characters: 1500, lines: 24 };

/** The exact words of a command for a dialog, one on each line. One that can't be shown in full can't be approved. */
export function formatArguments(argv: readonly string[]): Result<string> {
  const lines = argv.map((word, index) => `${index + 1}.  ${quoted(escapeHiddenCharacters(word))}`);
  const text = lines.join('\n');
  if (lines.length > longest.lines || text.length > longest.characters) {
    return failed(
      'unsupported',
      'This command is too long to be shown in full, so it can not be approved.',
      'Put it into a script of your own, and use that as the command.',
    );
  }
  return ok(text);
}

/** Quotes where the ends of a word would not be seen. */
function quoted(word: string): string {
  return word === '' || word.startsWith(' ') || word.endsWith(' ') ? `"${word}"` : word;
}
