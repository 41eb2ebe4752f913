import { parseJson } from '../../contract/json.ts';
import type { ToolBinding, ToolServerDraft } from '../../contract/tool.ts';
import { maskSecretShapes } from '../shared/redactor.ts';
import { bodyKind, placeholdersOf } from './bindings/templates.ts';
import { isOrdinaryText } from './ordinary-text.ts';

/** Headers and parameters that carry credentials. Parameters are matched narrowly, because one may be a keyword or an author. */
const secretHeader = /authorization|cookie|token|secret|key|password/i;
const secretParameter =
  /(?:token|secret|password|passwd|passphrase|credentials?|signature|(?:api|access|private)[-_]?key)$|^(?:key|auth|sig)$|(?:^|[-_])(?:pwd|pass)$/i;

/** Options whose value is a name and a password, as in `curl -u name:password`. */
const loginOption = /^(?:u|user|proxy-user)$/;

/** Empties what looks like a secret in an address, a header, a body or a command. */
export function removeSecrets(binding: ToolBinding): ToolBinding {
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
export function removeServerSecrets(transport: ToolServerDraft['transport']): ToolServerDraft['transport'] {
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
