/** The version of Electron that ships, put in by the bundler. */
declare const __OFFICIAL_ELECTRON__: string;
/** The key that updates must be signed with, put in by the bundler; empty in builds without updates. */
declare const __UPDATE_KEY__: string;
/** The version of this program, put in by the bundler. */
declare const __VERSION__: string;
