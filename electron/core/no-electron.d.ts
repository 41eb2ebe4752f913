/** What `electron` is to the core and the host, by the paths of their tsconfigs: nothing. */
export type NoElectron = never;
