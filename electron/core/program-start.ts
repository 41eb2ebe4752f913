/** What a program uses before the core is loaded. It is small and without zod, so that it loads fast. */
export { writeAtomically } from './shared/atomic-file.ts';
export { systemClock, type Clock } from './shared/clock.ts';
export { lockDataFolder, type LockHolder } from './shared/file-lock.ts';
export { writeFailure } from './shared/rename-file.ts';
export { shellWord } from './shared/quoting.ts';
export { batchLookups, findOwnerIds, type OwnerId } from './shared/socket-owner.ts';
export { openDocument, type DocumentSchema, type StoredDocument } from './shared/stored-document.ts';
export { userName } from './shared/user-name.ts';
export { windowsProgram } from './shared/windows-program.ts';
