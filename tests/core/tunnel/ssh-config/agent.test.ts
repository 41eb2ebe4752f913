import { expect, test } from 'vitest';
import { listPipes } from '../../../../electron/core/tunnel/ssh-config/find-agent.ts';
import { toHop } from '../../../../electron/core/tunnel/ssh-config/to-hop.ts';

const openssh = String.raw`\\.\pipe\openssh-ssh-agent`;
const query = { host: 'gate', port: undefined, login: undefined, proxyJump: undefined };
const gitBash = '/tmp/ssh-QzN4/agent.1201';
const pageant = 'pageant.ada.0f3e9c';

/** The agent of a computer whose programs listen on these pipes. */
function agentWith(pipes: readonly string[] | undefined, socket?: string, identityAgent?: string): string | undefined {
  const environment = { userConfig: '/none', home: '/home/ada', variables: { SSH_AUTH_SOCK: socket }, localUser: 'Ada', ssh: undefined };
  const settings = new Map(identityAgent === undefined ? [] : [['identityagent', [identityAgent]]]);
  return toHop(query, settings, { ...environment, pipes }).hop.agent;
}

test.each([
  ['the agent of Windows', ['other', 'openssh-ssh-agent', pageant], undefined, openssh],
  [
    'Pageant if the agent of Windows isn’t running, but not that of another user',
    ['pageant.bob.1', pageant],
    undefined,
    String.raw`\\.\pipe\pageant.ada.0f3e9c`,
  ],
  ['the agent of Windows if none is running, because it may be started later', [], undefined, openssh],
  ['the agent of Windows instead of the socket file of Git Bash', ['openssh-ssh-agent'], gitBash, openssh],
  ['a pipe in the environment', ['openssh-ssh-agent'], '//./pipe/mine', String.raw`\\.\pipe\mine`],
  ['the socket in the environment on other systems', undefined, gitBash, gitBash],
  ['no agent on other systems if the environment has none', undefined, '', undefined],
])('uses %s', (_, pipes, socket, agent) => expect(agentWith(pipes, socket)).toBe(agent));

test.each([String.raw`\.\pipe\pageant.ada.1`, String.raw`\\.\pipe\pageant.ada.1`, '//./pipe/pageant.ada.1'])(
  'uses IdentityAgent %s as a pipe on Windows',
  (written) => expect(agentWith([], undefined, written)).toBe(String.raw`\\.\pipe\pageant.ada.1`),
);

test('takes an IdentityAgent like a pipe for a file on other systems', () =>
  expect(agentWith(undefined, undefined, '//./pipe/x')).toBe('/pipe/x'));

test('lists pipes on Windows only, and none if Windows refuses', () => {
  const refuse = (): never => {
    throw new Error('EPERM');
  };
  expect(listPipes('win32', (folder) => [`read ${folder}`])).toEqual([String.raw`read \\.\pipe` + '\\']);
  expect(listPipes('win32', refuse)).toEqual([]);
  expect(listPipes('linux', refuse)).toBeUndefined();
});
