import type { ClientProgram, LaunchFacts, OfferedModel } from './client-program.ts';
import { clientProgramText } from './text.ts';

/** The programs that can be started, in the order in which they are listed. */
export const clientPrograms: readonly ClientProgram[] = [
  {
    id: 'opencode',
    title: 'opencode',
    command: 'opencode',
    install: 'npm install -g opencode-ai',
    dialect: 'chat',
    plan: ({ origin, key, model, models }) => ({
      args: [],
      environment: {
        OPENCODE_CONFIG_CONTENT: JSON.stringify({
          provider: {
            causeway: {
              npm: '@ai-sdk/openai-compatible',
              name: 'Causeway',
              options: { baseURL: `${origin}/v1`, apiKey: key },
              models: Object.fromEntries(models.map((each) => [each.id, opencodeModel(each)])),
            },
          },
          model: `causeway/${model.id}`,
          small_model: `causeway/${model.id}`,
        }),
      },
    }),
  },
  {
    id: 'claude',
    title: 'Claude Code',
    command: 'claude',
    install: 'npm install -g @anthropic-ai/claude-code',
    dialect: 'messages',
    // Its own instructions and tools take some 25,000 tokens.
    minContext: 48_000,
    unfit: ({ id }) => (id.includes('/') ? clientProgramText.slashInName : undefined),
    plan: ({ origin, key, model }) => ({
      args: ['--model', model.id],
      environment: {
        ANTHROPIC_BASE_URL: origin,
        ANTHROPIC_AUTH_TOKEN: key,
        ANTHROPIC_API_KEY: '',
        ANTHROPIC_MODEL: model.id,
        ANTHROPIC_DEFAULT_OPUS_MODEL: model.id,
        ANTHROPIC_DEFAULT_SONNET_MODEL: model.id,
        ANTHROPIC_DEFAULT_HAIKU_MODEL: model.id,
        CLAUDE_CODE_SUBAGENT_MODEL: model.id,
        // The line that it puts first changes with each request, which an engine's cache can't use.
        CLAUDE_CODE_ATTRIBUTION_HEADER: '0',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        ...(model.contextLength === null ? {} : { CLAUDE_CODE_MAX_CONTEXT_TOKENS: String(model.contextLength) }),
      },
    }),
  },
  {
    id: 'codex',
    title: 'Codex',
    command: 'codex',
    install: 'npm install -g @openai/codex',
    dialect: 'responses',
    minContext: 32_000,
    plan: ({ origin, key, model }) => ({
      args: codexSettings(origin, model).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      environment: { [codexKeyVariable]: key },
    }),
  },
  {
    id: 'qwen',
    title: 'Qwen Code',
    command: 'qwen',
    install: 'npm install -g @qwen-code/qwen-code',
    dialect: 'chat',
    plan: ({ origin, key, model }) => ({
      args: ['--auth-type', 'openai'],
      environment: { OPENAI_BASE_URL: `${origin}/v1`, OPENAI_API_KEY: key, OPENAI_MODEL: model.id },
    }),
  },
  {
    id: 'continue',
    title: 'Continue',
    command: 'cn',
    install: 'npm install -g @continuedev/cli',
    dialect: 'chat',
    plan: ({ origin, key, model, models }) => ({
      args: ['--config', '{file}'],
      environment: {},
      // JSON is YAML.
      file: {
        name: 'config.yaml',
        text: JSON.stringify({
          name: 'Causeway',
          version: '1.0.0',
          schema: 'v1',
          models: [model, ...models.filter(({ id }) => id !== model.id)].map(({ id, seesImages }) => ({
            name: id,
            provider: 'openai',
            model: id,
            apiBase: `${origin}/v1`,
            apiKey: key,
            roles: ['chat', 'edit', 'apply'],
            capabilities: ['tool_use', ...(seesImages ? ['image_input'] : [])],
          })),
        }),
      },
    }),
  },
  {
    id: 'aider',
    title: 'aider',
    command: 'aider',
    install: 'python -m pip install aider-install && aider-install',
    dialect: 'chat',
    plan: ({ origin, key, model }) => ({
      args: ['--model', `openai/${model.id}`],
      environment: { OPENAI_API_BASE: `${origin}/v1`, OPENAI_API_KEY: key },
    }),
  },
];

function opencodeModel({ id, contextLength, reasons, callsTools, seesImages }: OfferedModel): object {
  const limit =
    contextLength === null ? {} : { limit: { context: contextLength, output: Math.min(32_000, Math.floor(contextLength / 4)) } };
  const modalities = seesImages ? { modalities: { input: ['text', 'image'], output: ['text'] } } : {};
  return { name: id, reasoning: reasons, tool_call: callsTools !== false, ...modalities, ...limit };
}

const codexKeyVariable = 'CAUSEWAY_LOCAL_KEY';

/** Settings for one start, so that the user's own file stays as it is. Values are TOML. */
function codexSettings(origin: LaunchFacts['origin'], { id, contextLength }: OfferedModel): readonly (readonly [string, string])[] {
  const provider = `{name="Causeway",base_url=${JSON.stringify(`${origin}/v1`)},env_key="${codexKeyVariable}",wire_api="responses"}`;
  return [
    ['model_providers.causeway', provider],
    ['model_provider', '"causeway"'],
    ['model', JSON.stringify(id)],
    // It runs at OpenAI.
    ['web_search', '"disabled"'],
    ...(contextLength === null ? [] : [['model_context_window', String(contextLength)] as const]),
  ];
}
