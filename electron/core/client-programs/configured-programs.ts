import path from 'node:path';
import { readArray, readObject, readString, type JsonObject } from '../../contract/json.ts';
import type { OfferedModel } from './client-program.ts';
import type { Step } from './edit-jsonc.ts';

/** Where programs have their files. */
export interface UserFolders {
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/** What is written into a program's file. */
export interface SetUpFacts {
  /** The base URL of the local API, with `/v1`. */
  readonly baseUrl: string;
  readonly key: string;
  readonly model: OfferedModel;
  readonly now: Date;
}

/** A value in a program's file. */
export interface Edit {
  readonly path: readonly Step[];
  readonly value: unknown;
  /** Leaves a value that is there as it is. */
  readonly isInitial?: boolean;
}

/** What a program's file says of the local API. */
export interface FoundSettings {
  readonly baseUrl: string;
  /** Empty if the program has it elsewhere. */
  readonly key: string;
  readonly model: string;
}

/** A program that reads the local API's address from a file of its own. */
export interface ConfiguredProgram {
  readonly id: string;
  readonly title: string;
  /** Commands that it installs. Its folder is a sign of it, too. */
  readonly commands: readonly string[];
  readonly folder: (folders: UserFolders) => string;
  /** In the folder. */
  readonly file: string;
  /** Whether its file can't have the key, so that the user enters it in the program. */
  readonly takesKeyElsewhere: boolean;
  readonly edits: (facts: SetUpFacts) => readonly Edit[];
  /** The path of our entry, and what it says. */
  readonly entry: readonly Step[];
  readonly read: (entry: JsonObject) => FoundSettings;
}

const name = 'Causeway';
/** For models whose context is unknown. */
const assumedContext = 32_768;
const maxOutput = (context: number): number => Math.min(32_000, Math.floor(context / 4));
const firstOf = (value: unknown): JsonObject => readObject(readArray(value)[0]) ?? {};

/** The programs, in the order in which they are listed. */
export const configuredPrograms: readonly ConfiguredProgram[] = [
  {
    id: 'cline',
    title: 'Cline',
    commands: ['cline'],
    folder: ({ home, environment }) => environment['CLINE_DATA_DIR'] || path.join(home, '.cline', 'data'),
    file: path.join('settings', 'providers.json'),
    takesKeyElsewhere: false,
    entry: ['providers', 'openai-compatible', 'settings'],
    edits: ({ baseUrl, key, model, now }) => {
      const settings = { provider: 'openai-compatible', apiKey: key, model: model.id, baseUrl };
      const context = model.contextLength === null ? {} : { contextWindow: model.contextLength };
      return [
        { path: ['version'], value: 1, isInitial: true },
        { path: ['lastUsedProvider'], value: 'openai-compatible' },
        {
          path: ['providers', 'openai-compatible'],
          value: { settings: { ...settings, ...context }, updatedAt: now.toISOString(), tokenSource: 'manual' },
        },
      ];
    },
    read: (entry) => ({ baseUrl: readString(entry['baseUrl']), key: readString(entry['apiKey']), model: readString(entry['model']) }),
  },
  {
    id: 'vscode',
    title: 'VS Code',
    commands: ['code'],
    folder: (folders) => path.join(configFolder(folders), 'Code', 'User'),
    file: 'chatLanguageModels.json',
    takesKeyElsewhere: false,
    entry: [{ name }],
    edits: ({ baseUrl, key, model }) => {
      const context = model.contextLength ?? assumedContext;
      const limits = { maxInputTokens: context - maxOutput(context), maxOutputTokens: maxOutput(context) };
      const url = `${baseUrl}/chat/completions`;
      const entry = { id: model.id, name: model.id, url, toolCalling: true, vision: model.seesImages, thinking: model.reasons, ...limits };
      return [{ path: [{ name }], value: { name, vendor: 'customendpoint', apiKey: key, apiType: 'chat-completions', models: [entry] } }];
    },
    read: (entry) => {
      const { id, url } = firstOf(entry['models']);
      return { baseUrl: readString(url).replace(/\/chat\/completions$/, ''), key: readString(entry['apiKey']), model: readString(id) };
    },
  },
  {
    id: 'zed',
    title: 'Zed',
    commands: ['zed', 'zeditor'],
    folder: (folders) => (folders.platform === 'win32' ? path.join(configFolder(folders), 'Zed') : path.join(xdgConfig(folders), 'zed')),
    file: 'settings.json',
    takesKeyElsewhere: true,
    entry: ['language_models', 'openai_compatible', name],
    edits: ({ baseUrl, model }) => {
      // It needs all four.
      const capabilities = { tools: true, images: model.seesImages, parallel_tool_calls: true, prompt_cache_key: false };
      const entry = { name: model.id, max_tokens: model.contextLength ?? assumedContext, capabilities };
      return [{ path: ['language_models', 'openai_compatible', name], value: { api_url: baseUrl, available_models: [entry] } }];
    },
    read: (entry) => ({
      baseUrl: readString(entry['api_url']),
      key: '',
      model: readString(firstOf(entry['available_models'])['name']),
    }),
  },
  {
    id: 'pi',
    title: 'pi',
    commands: ['pi'],
    folder: ({ home, environment }) => environment['PI_CODING_AGENT_DIR'] || path.join(home, '.pi', 'agent'),
    file: 'models.json',
    takesKeyElsewhere: false,
    entry: ['providers', 'causeway'],
    edits: ({ baseUrl, key, model }) => {
      const limits = model.contextLength === null ? {} : { contextWindow: model.contextLength, maxTokens: maxOutput(model.contextLength) };
      const models = [{ id: model.id, reasoning: model.reasons, ...limits }];
      // A developer message isn't in every engine's template.
      const compat = { supportsDeveloperRole: false };
      return [{ path: ['providers', 'causeway'], value: { baseUrl, api: 'openai-completions', apiKey: key, compat, models } }];
    },
    read: (entry) => ({
      baseUrl: readString(entry['baseUrl']),
      key: readString(entry['apiKey']),
      model: readString(firstOf(entry['models'])['id']),
    }),
  },
];

function xdgConfig({ home, environment }: UserFolders): string {
  return environment['XDG_CONFIG_HOME'] || path.join(home, '.config');
}

function configFolder(folders: UserFolders): string {
  const { home, environment, platform } = folders;
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support');
  return platform === 'win32' ? environment['APPDATA'] || path.join(home, 'AppData', 'Roaming') : xdgConfig(folders);
}
