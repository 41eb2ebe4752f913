/** Loads one typeface each for text, code and formulas, so that the window looks the same on every machine. */
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/inter/wght-italic.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '@fontsource-variable/jetbrains-mono/wght-italic.css';
import '@fontsource/stix-two-math/latin-400.css';

const firstFaces = ['1em "Inter Variable"', 'italic 1em "Inter Variable"', '1em "JetBrains Mono Variable"'];

/** Loads the faces of text and code, so that nothing moves when they replace the system's. */
export async function loadFonts(): Promise<void> {
  await Promise.all(firstFaces.map((face) => document.fonts.load(face)));
}
