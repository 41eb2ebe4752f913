/** Loads one typeface each for text, code and formulas, so that the window looks the same on every machine. */
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/inter/wght-italic.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '@fontsource-variable/jetbrains-mono/wght-italic.css';
import '@fontsource/stix-two-math/latin-400.css';
