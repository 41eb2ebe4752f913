/** Version of Electron that ships. Set by the bundler. */
declare const __OFFICIAL_ELECTRON__: string;
/** Public key of update signatures. Set by the bundler; empty in builds without updates. */
declare const __UPDATE_KEY__: string;
/** Version of this program. Set by the bundler. */
declare const __VERSION__: string;
