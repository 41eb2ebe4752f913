/** What `electron` is to the core, by the paths of its tsconfig: nothing. */
export type NoElectron = never;
