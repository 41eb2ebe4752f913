import { text, type NoParams } from './define.ts';
import type { Failure } from '../failure.ts';

type Name = { readonly name: string };

/** What is wrong at a position of a JSON Schema. */
const schemaProblems = {
  'not-a-schema': 'must be an object, true or false',
  'too-deep': 'is nested too deeply',
  'not-object-type': 'must be "object", because a call has named arguments',
  'unknown-type': 'must be array, boolean, integer, null, number, object or string',
  'no-schemas': 'must be an object of schemas',
  'no-schema-list': 'must be a list of schemas',
  'no-names': 'must be a list of different names',
  'no-values': 'must be a list with at least one value',
  'not-a-number': 'must be a number',
  'not-positive': 'must be a number greater than 0',
  'not-a-count': 'must be a whole number, 0 or more',
  'not-boolean': 'must be true or false',
  'not-text': 'must be text',
  'not-a-pattern': 'isn’t a valid regular expression',
  'foreign-reference': 'must refer to this schema, as in "#/$defs/name"',
  'broken-reference': 'refers to a definition that doesn’t exist',
} as const;

/** What can be wrong at a position of a JSON Schema. */
export type SchemaProblem = keyof typeof schemaProblems;
export const schemaProblemNames = Object.keys(schemaProblems) as readonly SchemaProblem[];

const addressRemedy = 'Enter the full address, starting with https:// or http://.';
const programRemedy = 'Enter the program on the first line.';

const mostNames = 5;

function listNames(names: readonly string[]): string {
  const others = [...names].slice(mostNames).length;
  const listed = [...names].slice(0, mostNames).join(', ');
  return others === 0 ? listed : `${listed} and ${others} more`;
}

/** Failures of tools and MCP servers: defining, approving and running them. */
export const toolFailures = {
  'tool-not-found': text('invalid-input', 'This tool no longer exists.', 'Choose another one.'),
  'tool-server-not-found': text('invalid-input', 'This MCP server no longer exists.', 'Choose another one.'),
  'tool-command-not-found': text('invalid-input', 'This command no longer exists.', 'Choose another one.'),
  'tool-name-taken': text('invalid-input', 'A tool named {name} already exists.', 'Choose another name.'),
  'tool-server-name-taken': text('invalid-input', 'An MCP server named {name} already exists.', 'Choose another name.'),
  'tool-server-in-use': text('invalid-input', 'The tool {tool} uses this server.', 'Remove that tool first.'),
  'tool-server-address-invalid': text('invalid-input', 'The address of the server isn’t a URL.', addressRemedy),
  'tool-server-missing': text('invalid-input', 'The MCP server of this tool no longer exists.', 'Choose another server.'),
  'tool-placeholder-unknown': text(
    'invalid-input',
    ({ name }: Name) => `{{${name}}} isn’t a parameter of this tool.`,
    ({ name }) => `Add ${name} to the parameters, or remove it here.`,
  ),
  'tool-schema-invalid': text(
    'invalid-input',
    ({ at, problem }: { readonly at: string; readonly problem: SchemaProblem }) =>
      `The parameters aren’t a valid JSON Schema: ${at === '' ? 'the schema' : at} ${schemaProblems[problem]}.`,
    ({ problem }) =>
      problem === 'not-object-type' ? 'Start from { "type": "object", "properties": {}, "required": [] }.' : 'Correct it there.',
  ),
  'tools-not-added': text(
    'invalid-input',
    ({ names, cause }: { readonly names: readonly string[]; readonly cause: Failure }, render) =>
      `${listNames(names)} couldn’t be added: ${render(cause).message}`,
    ({ cause }, render) =>
      cause.reason === 'tool-schema-invalid' ? 'Choose “New tool” and correct the parameters there.' : render(cause).remedy,
  ),
  'tool-file-invalid': text(
    'invalid-input',
    ({ at }: { readonly at: string }) => `This isn’t a file of exported tools${at === '' ? '' : ` (see ${at})`}.`,
    'Choose a file that was saved with “Export tools”.',
  ),
  'tool-file-entry-invalid': text(
    'invalid-input',
    ({ name, cause }: Name & { readonly cause: Failure }, render) => `${name} in this file can’t be used: ${render(cause).message}`,
    'Correct the file, or export it again.',
  ),

  'tool-parameters-not-json': text(
    'invalid-input',
    ({ line }: { readonly line: number | null }) => (line === null ? 'Invalid JSON.' : `Invalid JSON (line ${line}).`),
    '',
  ),
  'tool-parameters-not-object': text('invalid-input', 'Enter a JSON object.', ''),
  'tool-parameters-type': text('invalid-input', 'Enter a schema with "type": "object".', ''),
  'tool-parameters-properties': text('invalid-input', '“properties” must be an object with a schema for each name.', ''),
  'tool-parameters-required': text('invalid-input', '“required” must be a list of names.', ''),
  'tool-parameter-schema': text('invalid-input', 'The schema of “{name}” must be an object.', ''),
  'tool-parameter-missing': text('invalid-input', '“{name}” is required but isn’t in “properties”.', ''),

  'tool-command-empty': text('invalid-input', 'The command doesn’t name a program.', programRemedy),
  'tool-program-not-fixed': text<NoParams>(
    'invalid-input',
    'The model can’t choose the program.',
    'Enter the program on the first line, without {{…}}.',
  ),
  'tool-command-nul': text('invalid-input', 'The command contains a NUL character.', 'Remove it.'),
  'tool-argument-nul': text('invalid-input', 'An argument contains a NUL character.', 'Use a value without it.'),
  'tool-argument-is-option': text(
    'invalid-input',
    '{name} can’t start with a dash, because the command would read it as an option.',
    'Use another value.',
  ),
  'tool-header-invalid': text(
    'invalid-input',
    'The header “{name}” can’t be sent.',
    'Use letters, digits and dashes in its name, and a single line as its value.',
  ),
  'tool-header-reserved': text('invalid-input', 'Causeway sets the header “{name}” itself.', 'Remove it.'),
  'tool-body-not-allowed': text('invalid-input', 'A {method} request has no body.', 'Leave the body empty, or use POST.'),
  'tool-body-not-json': text<NoParams>(
    'invalid-input',
    'The body isn’t JSON, even with its placeholders filled in.',
    () => 'Enter JSON such as {"query": {{query}}}, or add a Content-Type header.',
  ),
  'tool-url-invalid': text('invalid-input', 'The address isn’t a URL.', addressRemedy),
  'tool-host-not-fixed': text<NoParams>('invalid-input', 'The model can’t choose the host.', 'Enter the host without {{…}}.'),
  'tool-url-characters': text('invalid-input', 'The address contains a space or a backslash.', 'Use %20 or %5C instead.'),
  'tool-url-fragment': text('invalid-input', 'The part of an address after # is never sent.', 'Remove it.'),
  'tool-url-credentials': text('invalid-input', 'The address contains a username or password.', 'Remove it from the address.'),
  'tool-path-dots': text('invalid-input', 'A part of the path can’t be “.” or “..”.', 'Use another value.'),

  'tool-not-approved': text('refused', 'You haven’t approved this command.', 'Approve it in Tools.'),
  'tool-command-changed': text('refused', 'The command changed while you were asked.', 'Review it again, then approve it.'),
  'tool-command-too-long': text(
    'unsupported',
    'This command is too long to be shown in full, so you can’t approve it.',
    'Put it into a script, and use the script as the command.',
  ),
  'tool-command-timeout': text('idle-timeout', 'The command timed out after {seconds} seconds.', 'Try again with a smaller request.'),
  'tool-argument-unsafe': text(
    'invalid-input',
    'An argument has a quotation mark or a line break, which can’t be passed safely to {program}, because it’s a batch file.',
    'Enter the program that the batch file starts, such as node with its script.',
  ),
  'tool-program-not-found': text(
    'unsupported',
    'The program {program} wasn’t found.',
    'Install it, or enter its full path in the command.',
  ),
  'tool-program-not-allowed': text(
    'unsupported',
    'You aren’t allowed to run {program}.',
    'Check that the file is a program and that you can run it.',
  ),
  'tool-program-not-started': text('unsupported', 'The program {program} couldn’t be started: {detail}.', 'Check the command.'),

  'tool-server-off': text('unsupported', 'The MCP server of this tool is turned off.', 'Turn it on in Tools.'),
  'tool-server-stopped': text('cancelled', 'You stopped this.', 'Turn the server on again to use it.'),
  'tool-server-lost-tool': text('unsupported', '{server} no longer has a tool named {tool}.', 'Choose another tool of the server.'),
  'tool-server-rejected': text('request-rejected', '{server} answered: “{answer}”', 'Check the arguments.'),
  'tool-server-answer-unreadable': text('bad-answer', '{server}’s answer couldn’t be read.', 'Contact whoever maintains the server.'),
  'tool-server-timeout': text('idle-timeout', '{server} didn’t answer within {seconds} seconds.', 'Try again with a smaller request.'),
  'tool-server-program-not-found': text('unsupported', 'The program of {server} wasn’t found.', 'Install it, or enter its full path.'),
  /** `detail` is a line of the server's error output, or the error that ended the connection. */
  'tool-server-down': text(
    'connection-lost',
    ({ server, detail }: { readonly server: string; readonly detail: string | null }) =>
      detail === null ? `The MCP server ${server} stopped.` : `The MCP server ${server} isn’t running: “${detail}”`,
    'Check its command or address.',
  ),
};
