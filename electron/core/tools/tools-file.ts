import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { freeName } from '../../contract/strings.ts';
import { parseJson } from '../../contract/json.ts';
import { ok, type Failure, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import { toolDraftSchema, toolServerDraftSchema, type ToolBinding, type ToolServerDraft } from '../../contract/tool.ts';
import { validateServer, validateTool } from './validate-tool.ts';
import { storedToolsSchema, type StoredServer, type StoredTool, type StoredTools } from './stored-tools.ts';
import { maskSecretShapes } from '../shared/redactor.ts';
import { bodyKind, placeholdersOf } from './bindings/templates.ts';

const id = z.string().min(1).max(100);
const fileSchema = z.object({
  format: z.literal('causeway-tools'),
  version: z.literal(1),
  servers: z.array(toolServerDraftSchema.unwrap().extend({ id })).max(100),
  tools: z.array(toolDraftSchema).max(500),
});

/** The longest names that can be stored. */
const longestName = { server: 80, tool: 64 };

/** Returns the tools as a file to share, without approvals, allowed hosts and what looks like a secret. */
export function writeToolsFile({ tools, servers }: StoredTools): string {
  const content: z.input<typeof fileSchema> = {
    format: 'causeway-tools',
    version: 1,
    servers: servers.map(({ approvedHash: _approval, transport, ...server }) => ({
      ...server,
      transport: removeServerSecrets(transport),
    })),
    tools: tools.map(({ id: _id, approvedHash: _approval, binding, ...tool }) => ({ ...tool, binding: removeSecrets(binding) })),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** Adds the tools of a file. They are disabled, do not run by themselves and are not approved. */
export function readToolsFile(text: string, kept: StoredTools): Result<StoredTools> {
  const parsed = fileSchema.safeParse(parseJson(text.replace(/^\uFEFF/, ''))); // some editors add a byte order mark
  if (!parsed.success) return notInFormat(parsed.error);
  const newIds = new Map(parsed.data.servers.map((server) => [server.id, randomUUID()]));
  const servers = [...kept.servers];
  const tools = [...kept.tools];
  const result = (): StoredTools => ({ ...kept, servers, tools });

  for (const { id: oldId, ...draft } of parsed.data.servers) {
    const server: StoredServer = {
      ...draft,
      name: freeAmong(servers, draft.name, ' ', longestName.server),
      id: newIds.get(oldId) ?? randomUUID(),
      isEnabled: false,
      approvedHash: null,
    };
    const checked = validateServer(server, server.id, result());
    if (!checked.ok) return inFile(server.name, checked.failure);
    servers.push(server);
  }
  for (const draft of parsed.data.tools) {
    const { binding } = draft;
    const tool: StoredTool = {
      ...draft,
      name: freeAmong(tools, draft.name, '_', longestName.tool),
      binding: binding.kind === 'mcp' ? { ...binding, serverId: newIds.get(binding.serverId) ?? 'missing' } : binding,
      id: randomUUID(),
      isEnabled: false,
      runsByItself: false,
      approvedHash: null,
    };
    const checked = validateTool(tool, tool.id, result());
    if (!checked.ok) return inFile(tool.name, checked.failure);
    tools.push(tool);
  }
  const stored = storedToolsSchema.safeParse(result()); // tells what is wrong with the file, unlike the document, which would not save it either
  return stored.success ? ok(result()) : notInFormat(stored.error);
}

function freeAmong(others: readonly { readonly name: string }[], wanted: string, separator: string, longest: number): string {
  const taken = new Set(others.map((other) => other.name.toLowerCase()));
  return freeName(
    (name) => taken.has(name.toLowerCase()),
    (count) => {
      const suffix = `${separator}${count}`;
      return count === 1 ? wanted : wanted.slice(0, longest - suffix.length) + suffix;
    },
  );
}

function notInFormat({ issues: [issue] }: z.ZodError): Result<never> {
  return fail('tool-file-invalid', { at: issue?.path.join('.') ?? '' });
}

function inFile(name: string, cause: Failure): Result<never> {
  return fail('tool-file-entry-invalid', { name, cause });
}

/** Returns whether a passage that reads like a secret is ordinary text, such as "basic overview" or GraphQL's `$token: String!`. */
function isOrdinaryText(found: string): boolean {
  const [, scheme = '', credentials = ''] = /^(bearer|basic)\s+(.+)$/is.exec(found) ?? [];
  if (/^basic$/i.test(scheme)) return !isBasicLogin(credentials);
  // In a header it is written with a capital letter.
  if (scheme === 'bearer') return !isCredential(credentials);
  if (scheme !== '') return /^(?:tokens?|auth|authentication|authorization)\b/.test(credentials);
  const [, name = '', separator, value = ''] = /^(api[-_]?key|token|pass\w+|secret)["']?\s*([:=])\s*(.*)$/is.exec(found) ?? [];
  if (separator === '=') return value.startsWith('#'); // an empty parameter before the fragment of a URL
  // A literal in quotes is a value in any language. Without them it may be a type or a word.
  if (separator !== ':' || /^["']/.test(value)) return false;
  return /^token$/i.test(name) ? !isCredential(value) : typeOrWord.test(value);
}

/** What follows the name of a secret in a schema or a sentence. */
const typeOrWord = /^(?:string|text|int|integer|number|bool|boolean|id|null|none|required|optional|see|your|the|an?)\b/i;

/** Longer than words usually are. */
const credentialLength = 16;

function isCredential(text: string): boolean {
  const [run = ''] = /^[\w+/.=~-]+/.exec(text) ?? [];
  return run.length >= credentialLength;
}

/** Returns whether a text is `name:password` in Base64. */
function isBasicLogin(text: string): boolean {
  const [run = ''] = /^[\w+/=-]+/.exec(text) ?? [];
  const login = Buffer.from(run, 'base64').toString();
  return login.includes(':') && !/[\p{Cc}\uFFFD]/u.test(login);
}

/** Headers and parameters that carry credentials. Parameters are matched narrowly, because one may be a keyword or an author. */
const secretHeader = /authorization|cookie|token|secret|key|password/i;
const secretParameter =
  /(?:token|secret|password|passwd|passphrase|credentials?|signature|(?:api|access|private)[-_]?key)$|^(?:key|auth|sig)$|(?:^|[-_])(?:pwd|pass)$/i;

/** Options whose value is a name and a password, as in `curl -u name:password`. */
const loginOption = /^(?:u|user|proxy-user)$/;

/** Empties what looks like a secret in an address, a header, a body or a command. */
function removeSecrets(binding: ToolBinding): ToolBinding {
  switch (binding.kind) {
    case 'http': {
      const { url, headers, body } = binding;
      return {
        ...binding,
        url: maskText(publicUrl(url)),
        headers: headers.map(({ name, value }) => ({
          name,
          value: secretHeader.test(name) ? '' : maskSecretShapes(value, hasPlaceholder),
        })),
        body: body === null ? null : publicBody(body, bodyKind(binding)),
      };
    }
    case 'command':
      return { ...binding, argv: publicCommand(binding.argv) };
    case 'ask':
    case 'mcp':
      return binding;
  }
}

/** Empties what looks like a secret in a server's address or command. */
function removeServerSecrets(transport: ToolServerDraft['transport']): ToolServerDraft['transport'] {
  return transport.kind === 'http'
    ? { ...transport, url: maskText(publicUrl(transport.url)) }
    : { ...transport, argv: publicCommand(transport.argv) };
}

/** A placeholder is not a secret, because the model fills it in. */
function hasPlaceholder(text: string): boolean {
  return placeholdersOf(text).length > 0;
}

function publicUrl(url: string): string {
  return url.replaceAll(/[?&][^&#]*/g, (parameter) => {
    const at = parameter.indexOf('=');
    if (at < 0 || !secretParameter.test(parameter.slice(1, at))) return parameter;
    return hasPlaceholder(parameter.slice(at + 1)) ? parameter : parameter.slice(0, at + 1);
  });
}

function publicCommand([program = '', ...words]: readonly string[]): readonly string[] {
  return [program, ...words.map((word, at) => (isSecretValue(word, words[at - 1]) ? '' : publicWord(word)))];
}

/** Returns whether a word is the value of a secret option, as in `--token abc`. */
function isSecretValue(word: string, before = ''): boolean {
  const [, option] = /^-+([\w.][\w.-]*)$/.exec(before) ?? [];
  return option !== undefined && !word.startsWith('-') && isSecretOption(option, word) && !hasPlaceholder(word);
}

function isSecretOption(option: string, value: string): boolean {
  return secretParameter.test(option) || (loginOption.test(option) && isLogin(value));
}

/** Returns whether a value is a name and a password, and neither an address nor a numeric user and group. */
function isLogin(value: string): boolean {
  return value.includes(':') && !value.includes('://') && !/^\d+:\d+$/.test(value);
}

/** Empties the value in a word such as `--token=abc`, `API_KEY=abc` or `X-Api-Key: abc`. */
function publicWord(word: string): string {
  const [start = '', name = '', separator] = /^-*([\w.][\w.-]*)(=|:\s+)/.exec(word) ?? [];
  const value = word.slice(start.length);
  const isSecret = separator !== undefined && (separator === '=' ? isSecretOption(name, value) : secretHeader.test(name));
  if (isSecret && !hasPlaceholder(value)) return start;
  if (separator === '=') return start + publicWord(value); // as in `--env=API_KEY=abc`
  return maskText(publicUrl(word));
}

function publicBody(body: string, kind: ReturnType<typeof bodyKind>): string {
  switch (kind) {
    case 'json':
      return publicJson(body);
    case 'form':
      return maskText(publicUrl(`&${body}`).slice(1));
    case 'text':
      return maskText(body);
  }
}

/** Handles each string by itself, so that the result is JSON again. The template itself is none if a placeholder stands outside of strings. */
function publicJson(template: string): string {
  let isSecret = false;
  return template.replaceAll(
    /\{\{[A-Za-z0-9_-]+\}\}|[}\]]|("(?:[^"\\]|\\[\s\S])*(?:"|\\?$))(\s*:)?|[^\s,:{}[\]"]+/g,
    (token, text?: string, colon?: string) => {
      if (text === undefined) {
        if (token === '}' || token === ']') isSecret = false;
        return isSecret && /^[-\d]/.test(token) ? '""' : token;
      }
      const content = parseJson(text);
      if (typeof content !== 'string') return token;
      if (colon !== undefined) {
        isSecret = secretParameter.test(content);
        return token;
      }
      if (isSecret) return hasPlaceholder(content) ? token : '""';
      const masked = maskText(content);
      return masked === content ? token : JSON.stringify(masked);
    },
  );
}

/** Masks secrets in text for people or models, which may contain the same words as a secret. The log masks more. */
function maskText(text: string): string {
  return maskSecretShapes(text, (found) => hasPlaceholder(found) || isOrdinaryText(found));
}
