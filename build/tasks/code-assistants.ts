import type { OfferedModel } from '../../electron/core/client-programs/client-program.ts';

/** A code assistant that `npm run clients` fetches and runs. */
export interface CodeAssistant {
  /** Its name for `causeway launch`, or its command if it has files. */
  readonly id: string;
  readonly title: string;
  readonly package: string;
  /** A file of the package that installs its binary. */
  readonly installer?: string;
  /** Whether it is set up by its file, because `causeway launch` doesn't know it. */
  readonly hasFile?: true;
  /** The arguments of a question without a dialogue. */
  readonly ask: (question: string) => readonly string[];
  /** The arguments that continue the last conversation. Absent if that needs a terminal. */
  readonly continue?: (question: string) => readonly string[];
  /** A question that makes the demo call the client's own tool. */
  readonly read: (file: string) => string;
  /** The arguments that end what it leaves running. */
  readonly end?: readonly string[];
}

const readFileQuestion = (file: string): string => `Read the file ${file}`;

/** The model of the programs that are set up by a file. */
export const fileModel: OfferedModel = {
  id: 'gamma-oss-120b',
  contextLength: 131_072,
  callsTools: true,
  reasons: true,
  seesImages: false,
};

/** The code assistants, in pinned versions. */
export const codeAssistants: readonly CodeAssistant[] = [
  {
    id: 'codex',
    title: 'Codex',
    package: '@openai/codex@0.169.0',
    ask: (question) => ['exec', '--skip-git-repo-check', question],
    continue: (question) => ['exec', '--skip-git-repo-check', 'resume', '--last', question],
    read: (file) => `Run the command \`cat ${file}\``,
  },
  {
    id: 'claude',
    title: 'Claude Code',
    package: '@anthropic-ai/claude-code@2.1.328',
    installer: '@anthropic-ai/claude-code/install.cjs',
    ask: (question) => ['--allowedTools', 'Read', '-p', question],
    continue: (question) => ['--continue', '-p', question],
    read: readFileQuestion,
  },
  {
    id: 'opencode',
    title: 'opencode',
    package: 'opencode-ai@1.18.33',
    installer: 'opencode-ai/postinstall.mjs',
    ask: (question) => ['run', question],
    continue: (question) => ['run', '--continue', question],
    read: readFileQuestion,
  },
  {
    id: 'qwen',
    title: 'Qwen Code',
    package: '@qwen-code/qwen-code@0.24.4',
    ask: (question) => ['-p', question],
    continue: (question) => ['--continue', '-p', question],
    read: readFileQuestion,
  },
  {
    id: 'continue',
    title: 'Continue',
    package: '@continuedev/cli@1.5.47',
    ask: (question) => ['-p', question],
    continue: (question) => ['--resume', '-p', question],
    read: readFileQuestion,
  },
  {
    id: 'cline',
    title: 'Cline',
    package: 'cline@3.0.65',
    hasFile: true,
    ask: (question) => [question],
    read: readFileQuestion,
    end: ['hub', 'stop'],
  },
  {
    id: 'pi',
    title: 'pi',
    package: '@earendil-works/pi-coding-agent@0.87.1',
    hasFile: true,
    ask: (question) => ['--provider', 'causeway', '--model', fileModel.id, '--offline', '-p', question],
    continue: (question) => ['--provider', 'causeway', '--model', fileModel.id, '--offline', '--continue', '-p', question],
    read: readFileQuestion,
  },
];
