/** One typeface each for text, code and formulas, so that the window looks the same on every machine. The start page brings Inter. */
import '@fontsource-variable/inter/wght-italic.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '@fontsource-variable/jetbrains-mono/wght-italic.css';
import '@fontsource/stix-two-math/latin-400.css';

/** Loads the face of text, which is in every frame. Begins to load the ones that may be in the first. */
export async function loadFonts(): Promise<void> {
  for (const face of ['italic 1em "Inter Variable"', '1em "JetBrains Mono Variable"']) document.fonts.load(face).catch(() => undefined);
  await document.fonts.load('1em "Inter Variable"');
}
