/** Values used on both sides. They are separate from the schemas, which would load Zod into the window. */

/** Id of the built-in profile, of which only the mode can be changed. */
export const demoProfileId = 'demo';

/** Themes in the order offered. `system` follows the desktop. */
export const themes = ['system', 'light', 'dark'] as const;

/** Limits and default of the sidebar's width, in pixels. */
export const sidebarWidth = { min: 180, max: 480, initial: 260 } as const;

/** The most images of one message. */
export const maxImages = 20;

/** The largest document that can be attached to a message, in bytes. */
export const maxDocumentBytes = 64 * 1024 ** 2;

/** The largest content of an image that is stored. */
export const maxImageBytes = 16 * 1024 ** 2;

/** Limits and default of the longer side of an image that is sent, in pixels. */
export const imageSide = { min: 256, max: 4096, initial: 1568 } as const;

/** Limits of the timeouts that the user can set. */
export const timeoutLimits = {
  connectSeconds: { min: 2, max: 300 },
  tunnelWaitSeconds: { min: 2, max: 7200 },
  silenceMinutes: { min: 1, max: 120 },
  firstByteSeconds: { min: 5, max: 7200 },
  idleSeconds: { min: 5, max: 7200 },
  tunnelIdleMinutes: { min: 1, max: 1440 },
} as const;

/** Settings of a new conversation. */
export const plainConversationSettings = { model: null, systemPrompt: '', parameters: {}, toolIds: [] } as const;

/** The key of the draft that holds the id of the new conversation, which has not been sent yet. */
export const newConversationKey = 'new-conversation';

/** The log probability of a token that the model can't choose. JSON has no minus infinity, and engines send different numbers. */
export const impossibleLogprob = -9999;

/** The lowest probability of each shade of a token, from likely to unlikely. The last shade has none. */
export const shadeProbabilities = [0.9, 0.6, 0.3, 0.1] as const;

/** Export formats in the order offered. */
export const exportFormats = ['markdown', 'text', 'json', 'html', 'pdf'] as const;

/** Placeholder for a key in snippets, because keys are shown only once. */
export const keyPlaceholder = 'YOUR_LOCAL_KEY';

/**
 * Origins that the local API can allow: of websites, and of apps and extensions such as app://obsidian.md. A file or a generated document
 * has none of its own. Compared exactly, so only websites, which may be in older settings, may contain an asterisk.
 */
export const allowedOriginPattern =
  /^(?:https?:\/\/[^/\s?#@]+|(?!(?:https?|file|data|javascript|blob|about):)[a-z][a-z\d+.-]*:\/\/[^/\s?#@*]+)$/;

/** The limit for the text of one attached file. */
export const maxAttachmentLength = 2_000_000;

/** Formats of a table. `openai-batch` is JSONL with `custom_id`, `method`, `url` and `body` in each line. */
export const tableFormats = ['csv', 'tsv', 'jsonl', 'json', 'xlsx', 'openai-batch'] as const;

/** Export formats of a run, in the order offered. `batch-errors` is the error file of the OpenAI batch format. */
export const runExportFormats = ['csv', 'jsonl', 'xlsx', 'markdown', 'recipe', 'batch-output', 'batch-errors'] as const;

/** States of a run. A run that waits has the state `running` and a reason to wait. */
export const runStates = ['draft', 'running', 'paused', 'stopped', 'finished'] as const;

/** The number of rows of a dry run. */
export const dryRunRows = 5;

/** Limits of a recipe. */
export const recipeLimits = {
  models: 20,
  templates: 20,
  repeats: 100,
  /** Variants times repeats. */
  cellsPerRow: 200,
  concurrency: 256,
  /** Rows of a table. Reading one stops there, and says so. */
  rows: 250_000,
  templateLength: 1_000_000,
  pasteLength: 50_000_000,
} as const;
