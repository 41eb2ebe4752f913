import { text, type RenderCause } from './define.ts';
import type { Failure } from '../failure.ts';
import type { Mode } from '../profile.ts';
import { modeTitle } from './chat.ts';

type Detail = { readonly detail: string };

const attachmentRemedy = 'Put a file with this name next to the table, then try this row again.';

/** Failures of runs: their tables, recipes, rows, answers and files. */
export const runFailures = {
  'run-not-found': text('invalid-input', 'This run no longer exists.', 'Choose another one from the list.'),
  'run-row-not-found': text('invalid-input', 'The table doesn’t have this row.', 'Choose another row.'),
  'run-cell-not-found': text('invalid-input', 'This run doesn’t have this variant or repeat.', 'Open the run again.'),
  'run-not-draft': text(
    'invalid-input',
    'This run has already started, so you can’t change its prompt.',
    'Duplicate it and change the copy.',
  ),
  'run-running': text('invalid-input', 'This run is in progress.', 'Stop it first.'),
  'run-not-running': text('invalid-input', 'This run isn’t in progress.', 'Start it first.'),
  'run-nothing-to-retry': text('invalid-input', 'No answer of this run has failed.', ''),
  /** `id` is for a button that switches. */
  'run-profile-inactive': text<{ readonly profile: string; readonly id: string }>(
    'unsupported',
    'This run uses the profile {profile}.',
    'Switch back to it to continue.',
  ),
  'run-profile-deleted': text(
    'unsupported',
    'This run uses the profile {profile}, which no longer exists.',
    'Stop the run, then continue it with another profile.',
  ),
  'run-mode-changed': text(
    'unsupported',
    ({ mode }: { readonly mode: Mode }) => `This run was started in ${modeTitle(mode)}.`,
    'Switch back to it to continue.',
  ),
  'run-check-slow': text('invalid-input', 'Checking the answers takes too long, so the run was paused.', {
    window: 'Duplicate it, and simplify the regular expression or the JSON Schema of the answers.',
    terminal: 'Simplify “answer” in the recipe.',
  }),

  'run-table-not-open': text('invalid-input', 'Causeway no longer has this file open.', 'Choose the table again.'),
  'run-table-loading': text('invalid-input', 'Causeway is still reading the table.', 'Wait until all rows are read.'),
  'run-table-missing': text('invalid-input', 'This run has no rows.', {
    window: 'Choose a table first.',
    terminal: 'Name a table with rows in --rows.',
  }),
  /** `problem` is the sentence about the file or its row. */
  'run-table-unreadable': text('invalid-input', '{problem}', {
    window: 'Choose another file, or change its format, encoding or delimiter.',
    terminal: 'Check --rows, and the “data” of the recipe.',
  }),

  'run-model-missing': text('invalid-input', 'No model is selected.', {
    window: 'Select one or more models.',
    terminal: 'Add a model to the “models” of the recipe.',
  }),
  'run-prompt-missing': text('invalid-input', 'The prompt is empty.', {
    window: 'Write the prompt to send for each row.',
    terminal: 'Fill in “user” in the “templates” of the recipe.',
  }),
  'run-too-many-variants': text(
    'invalid-input',
    'This run needs more than {most} answers per row.',
    'Use fewer models, prompts or repeats.',
  ),
  'run-column-unknown': text('invalid-input', 'The table has no column “{column}”.', 'Choose one of its columns.'),
  'run-schema-invalid': text('invalid-input', 'Causeway can’t use the JSON Schema of the answers: {detail}.', 'Fix the schema.'),
  'run-pattern-invalid': text(
    'invalid-input',
    'Causeway can’t use the regular expression of the answers: {detail}.',
    'Fix the regular expression.',
  ),
  'run-recipe-not-json': text('invalid-input', 'This file isn’t a recipe, because it isn’t JSON.', {
    window: 'Choose a recipe that Causeway exported.',
    terminal: 'Name a recipe that Causeway exported in --run.',
  }),
  /** `field` is the path of the first invalid value, and empty for the file as a whole. `detail` is about it. */
  'run-recipe-invalid': text(
    'invalid-input',
    ({ field, detail }: { readonly field: string } & Detail) =>
      field === '' ? `This file isn’t a recipe (${detail}).` : `This recipe is invalid at “${field}” (${detail}).`,
    { window: 'Choose a recipe that Causeway exported.', terminal: 'Fix the file named in --run.' },
  ),

  'run-answer-invalid': text(
    'bad-answer',
    'The answer doesn’t have the required form: {complaint}',
    'Describe the form in the prompt, or try again.',
  ),
  'run-refused': text(
    'rate-limited',
    ({ times, cause }: { readonly times: number; readonly cause: Failure }, render: RenderCause) =>
      `${withoutPeriod(render(cause).message)} (tried ${times} times).`,
    'Try this row again later.',
  ),
  'run-attachment-unreadable': text('invalid-input', 'Causeway can’t read {name}.', attachmentRemedy),
  'run-attachment-outside': text('invalid-input', '{name} isn’t in the folder of the table, so it wasn’t sent.', attachmentRemedy),
  'run-attachment-no-folder': text(
    'invalid-input',
    'Causeway can’t find {name}, because the table was pasted or uploaded.',
    'Open the table from a folder in the desktop app.',
  ),
  'run-attachment-too-long': text('invalid-input', '{name} has more than two million characters.', 'Shorten it, then try this row again.'),
  'run-attachment-not-text': text('invalid-input', '{name} is neither a text file nor an image.', 'Convert it, then try this row again.'),
  'run-image-unusable': text(
    'invalid-input',
    ({ name, cause }: { readonly name: string; readonly cause: Failure }, render: RenderCause) =>
      `Causeway can’t send ${name}. ${render(cause).message}`,
    ({ cause }, render) => render(cause).remedy,
  ),
  'run-image-needs-chat': text('unsupported', 'A text completion can’t have an image such as {name}.', 'Use a chat prompt instead.'),
  'run-model-sees-no-images': text('unsupported', '{model} doesn’t see images, but row {row} of the table names one.', {
    window: 'Choose a model that sees images, or another column of files.',
    terminal: 'Use a model that sees images, or correct seesImages in the profile.',
  }),
  'run-images-too-many': text(
    'invalid-input',
    ({ model, count, most }: { readonly model: string; readonly count: number; readonly most: number }) =>
      `This row names ${count} images, but ${model} takes at most ${most === 1 ? '1 image' : `${most} images`} per request.`,
    'Name fewer images in this row of the table.',
  ),
  'run-attachments-too-many': text(
    'invalid-input',
    'This row names {count} files, but at most {most} can be sent with a prompt.',
    'Name fewer files in this row of the table.',
  ),
  'run-attachment-empty': text('invalid-input', '{name} is empty.', 'Add text to it, then try this row again.'),
  'batch-body-invalid': text('invalid-input', 'The “body” of this request isn’t a JSON object.', 'Fix it in the table.'),
  'batch-model-missing': text('invalid-input', 'This request names no model.', 'Add “model” to its body, or select a model.'),
  'batch-messages-unsupported': text(
    'invalid-input',
    'This request has no messages, or messages that aren’t text.',
    'Use system, user and assistant messages with text.',
  ),
  'batch-several-answers': text(
    'invalid-input',
    'This request asks for {count} answers with “n”, but Causeway saves only one for each request.',
    'Remove “n” from its body, and increase the repeats of the run instead.',
  ),
  'batch-url-unsupported': text(
    'invalid-input',
    'Causeway doesn’t support the URL “{url}” of this request.',
    'Use /v1/chat/completions or /v1/completions.',
  ),

  'run-flags-incomplete': text('invalid-input', '--run, --rows and --out must be used together.', 'See --help.'),
  'run-output-format': text(
    'invalid-input',
    'Causeway can’t tell the format of {out} from its name.',
    'End --out in .jsonl, .csv, .xlsx or .md.',
  ),
  'run-output-is-input': text('invalid-input', 'The results would replace {out}, which the run reads.', 'Choose another file for --out.'),
  'run-files-unreadable': text('invalid-input', 'Causeway can’t read the recipe or the table: {detail}.', 'Check --run and --rows.'),
};

function withoutPeriod(sentence: string): string {
  return sentence.replace(/\.$/, '');
}
