/** The release notes of this version, as Markdown. Set by the bundler; empty if there are none. */
declare const __RELEASE_NOTES__: string;
