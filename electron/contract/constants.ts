/** Values that both sides use. They stand apart from the schemas, which would bring Zod into the window. */

/** The built-in profile, supplied at run time and never stored. */
export const demoProfileId = 'demo';

/** How the window may look, in the order offered; `system` follows the desktop. */
export const themes = ['system', 'light', 'dark'] as const;

/** How wide the sidebar may be, in pixels, and how wide it is until the user changes it. */
export const sidebarWidth = { min: 180, max: 480, initial: 260 } as const;

/** Limits of the times the user may set. */
export const timeoutLimits = {
  connectSeconds: { min: 2, max: 300 },
  tunnelWaitSeconds: { min: 2, max: 7200 },
  silenceMinutes: { min: 1, max: 120 },
  firstByteSeconds: { min: 5, max: 7200 },
  idleSeconds: { min: 5, max: 7200 },
  tunnelIdleMinutes: { min: 1, max: 1440 },
} as const;

/** A conversation for which nothing has been set. */
export const plainConversationSettings = { model: null, systemPrompt: '', parameters: {}, toolIds: [] } as const;

/** The formats conversations can be exported in, in the order offered. */
export const exportFormats = ['markdown', 'json', 'html', 'pdf'] as const;

/** Stands in snippets where a key goes: keys are shown once, when they are made. */
export const keyPlaceholder = 'YOUR_LOCAL_KEY';
