/** `npm run demo`: runs the demo service alone. The program is with the tests, because the faults are. */
await import(new URL('../../tests/support/demo/task.ts', import.meta.url).href);
