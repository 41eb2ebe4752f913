/** What a program uses before the core is there: it is small, and loads in a moment. */
export { systemClock, type Clock } from './support/clock.ts';
export { lockDataFolder, type LockHolder } from './support/instance-lock.ts';
export { isHeldBy, peerUser } from './support/peer-user.ts';
export { openDocument, type StoredDocument } from './support/stored-document.ts';
