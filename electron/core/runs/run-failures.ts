import { failed, type Failed, type Failure } from '../../contract/failure.ts';

/** The sentences about runs, all in one place. */

export function noRun(): Failed {
  return failed('invalid-input', 'This run is no longer there.', 'Choose another one from the list.');
}

export function noRow(): Failed {
  return failed('invalid-input', 'The table has no such row.', 'Choose a row of the table.');
}

export function noCell(): Failed {
  return failed('invalid-input', 'The run has no such variant or repeat.', 'Open the run again.');
}

export function noSource(): Failed {
  return failed('invalid-input', 'Causeway doesn’t have this file open any more.', 'Choose the table again.');
}

export function notDraft(): Failed {
  return failed('invalid-input', 'This run has started, so what it asks can’t be changed any more.', 'Duplicate it, and change the copy.');
}

export function isRunning(): Failed {
  return failed('invalid-input', 'This run is still running.', 'Stop it first.');
}

export function isReadingTable(): Failed {
  return failed('invalid-input', 'The table is still being read.', 'Wait until all rows are there.');
}

export function noTable(): Failed {
  return failed('invalid-input', 'This run has no rows.', 'Choose a table first.');
}

export function noModel(): Failed {
  return failed('invalid-input', 'No model is chosen.', 'Choose one or several models.');
}

export function noTemplate(): Failed {
  return failed('invalid-input', 'There is no prompt.', 'Write the prompt that is asked of each row.');
}

export function tooManyCells(most: number): Failed {
  return failed('invalid-input', `A row would be asked more than ${most} times.`, 'Use fewer models, templates or repeats.');
}

export function notRunning(): Failed {
  return failed('invalid-input', 'This run isn’t running.', 'Start it first.');
}

export function nothingToRetry(): Failed {
  return failed('invalid-input', 'There is nothing to try again.', 'Only failed answers can be asked again.');
}

export function notARecipe(problem: string): Failed {
  return failed('invalid-input', `This isn’t the recipe of a run: ${problem}.`, 'Choose a file that Causeway exported as a recipe.');
}

export function badSchema(problem: string): Failed {
  return failed('invalid-input', `The JSON Schema of the answers can’t be used: ${problem}.`, 'Correct it in the recipe.');
}

export function badPattern(problem: string): Failed {
  return failed('invalid-input', `The regular expression of the answers can’t be used: ${problem}.`, 'Correct it in the recipe.');
}

export function unknownColumn(column: string): Failed {
  return failed('invalid-input', `The table has no column “${column}”.`, 'Choose a column of the table.');
}

export function cannotPaste(reason: string): Failed {
  return failed('storage', `The pasted table couldn’t be saved: ${reason}.`, 'Check that the disk has room.');
}

export function cannotExport(file: string, reason: string): Failed {
  return failed('storage', `${file} couldn’t be written: ${reason}.`, 'Choose another folder, or make room on the disk.');
}

/** The failure of an answer that isn't of the wanted form, also after a repair. */
export function wrongForm(complaint: string): Failure {
  return {
    code: 'bad-answer',
    message: `The answer isn’t of the wanted form: ${complaint}`,
    remedy: 'Say in the prompt how to answer, or try again.',
  };
}

export function attachmentFailure(name: string, problem: 'missing' | 'outside' | 'too-long' | 'binary' | 'empty' | 'no-folder'): Failure {
  const messages = {
    missing: `${name} can’t be read.`,
    outside: `${name} isn’t in the folder of the table, so it isn’t sent.`,
    'too-long': `${name} is longer than two million characters.`,
    binary: `${name} is not a text file.`,
    empty: `${name} is empty.`,
    'no-folder': `${name} can’t be found, because the table didn’t come from a folder.`,
  } as const;
  return {
    code: 'invalid-input',
    message: messages[problem],
    remedy: 'Put a text file of this name beside the table, then try this row again.',
  };
}

export function badBatchRequest(problem: string): Failure {
  return { code: 'invalid-input', message: `The request of this row can’t be sent: ${problem}.`, remedy: 'Correct it in the file.' };
}

export function tooManyRefusals(failure: Failure): Failure {
  return { ...failure, message: `${failure.message} Causeway asked again several times.` };
}
