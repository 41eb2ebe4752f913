/** Values used on both sides. They are separate from the schemas, which would load Zod into the window. */

/** Id of the built-in profile, which is created at run time and never stored. */
export const demoProfileId = 'demo';

/** Themes in the order offered. `system` follows the desktop. */
export const themes = ['system', 'light', 'dark'] as const;

/** Limits and default of the sidebar's width, in pixels. */
export const sidebarWidth = { min: 180, max: 480, initial: 260 } as const;

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
