/** Who the program is to the desktop, as the packager says it too. */
export const appId = 'org.causeway.desktop';
