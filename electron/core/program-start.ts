/** What a program uses before the core is there: it is small, and loads in a moment. */
export { systemClock, type Clock } from './shared/clock.ts';
export { lockDataFolder, type LockHolder } from './shared/file-lock.ts';
export { isHeldBy, findSocketOwner } from './shared/socket-owner.ts';
export { openDocument, type StoredDocument } from './shared/stored-document.ts';
