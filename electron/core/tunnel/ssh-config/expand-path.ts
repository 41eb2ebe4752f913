import os from 'node:os';
import path from 'node:path';
import type { Hop } from '../types.ts';
import type { SshEnvironment } from './ssh-environment.ts';
import { expansionProblems } from '../text.ts';

/** The expanded value, or why it can't be expanded. */
export type Expansion = { readonly ok: true; readonly value: string } | { readonly ok: false; readonly reason: string };

/** The tokens a keyword accepts and their values. */
export type Tokens = Readonly<Record<string, string>>;

/** Returns the tokens of the paths that ssh prints unexpanded: IdentityFile, CertificateFile, in some versions IdentityAgent. */
export function pathTokens(
  { name, host, port, login, hostKeyAlias }: Pick<Hop, 'name' | 'host' | 'port' | 'login' | 'hostKeyAlias'>,
  { home, localUser }: SshEnvironment,
): Tokens {
  const localHost = os.hostname();
  return {
    d: home,
    h: host,
    i: String(process.getuid?.() ?? 0),
    k: hostKeyAlias ?? name,
    L: localHost.split('.', 1)[0] ?? '',
    l: localHost,
    n: name,
    p: String(port),
    r: login,
    u: localUser,
  };
}

/** Expands %-tokens. `%%` is a percent sign. */
export function expandTokens(text: string, tokens: Tokens): Expansion {
  let value = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character !== '%') {
      value += character;
      continue;
    }
    at += 1;
    const token = text.charAt(at);
    if (token === '%') value += '%';
    else if (Object.hasOwn(tokens, token)) value += tokens[token] ?? '';
    else return { ok: false, reason: token === '' ? expansionProblems.lonePercent : expansionProblems.unknownToken(token) };
  }
  return { ok: true, value };
}

/** Expands a path in OpenSSH's order: home folder, tokens, environment variables. */
export function expandPath(text: string, tokens: Tokens, env: SshEnvironment): Expansion {
  const atHome = expandHome(text, env);
  if (!atHome.ok) return atHome;
  const withTokens = expandTokensAndEnvironment(atHome.value, tokens, env.variables);
  // OpenSSH uses the working folder for relative paths, which means nothing for a desktop program.
  return withTokens.ok ? { ok: true, value: path.resolve(env.home, withTokens.value) } : withTokens;
}

/** Expands piece by piece, so that a variable's value is never expanded again. */
function expandTokensAndEnvironment(text: string, tokens: Tokens, environment: SshEnvironment['variables']): Expansion {
  let value = '';
  for (const piece of text.split(/(\$\{[^}]*\})/)) {
    const expanded = piece.startsWith('${') ? expandVariable(piece, environment) : expandTokens(piece, tokens);
    if (!expanded.ok) return expanded;
    value += expanded.value;
  }
  return { ok: true, value };
}

function expandVariable(piece: string, environment: SshEnvironment['variables']): Expansion {
  if (!piece.endsWith('}')) return { ok: false, reason: expansionProblems.openBrace };
  const name = piece.slice(2, -1);
  const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
  return value === undefined ? { ok: false, reason: expansionProblems.noVariable(name) } : { ok: true, value };
}

function expandHome(text: string, env: SshEnvironment): Expansion {
  if (!text.startsWith('~')) return { ok: true, value: text };
  const [user = ''] = text.slice(1).split(/[/\\]/, 1);
  if (user !== '' && user !== env.localUser) return { ok: false, reason: expansionProblems.otherHome(user) };
  return { ok: true, value: `${escapePercent(env.home)}${text.slice(1 + user.length)}` };
}

/** Escapes the home folder, because it is inserted before tokens are expanded. */
function escapePercent(text: string): string {
  return text.replaceAll('%', '%%');
}
