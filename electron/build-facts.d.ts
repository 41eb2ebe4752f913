/** The version of Electron that ships, put in by the bundler. */
declare const __OFFICIAL_ELECTRON__: string;
