import { expect, test } from 'vitest';
import { createFileUpload, type UploadOutcome } from '../../../renderer/browser/file-upload.ts';

const request = (id: string) => ({ id, title: 'Import a profile', extensions: ['json', 'txt'] });
const file = new File(['words'], 'lab.json');
const settled = () => new Promise((resolve) => setImmediate(resolve));

function setUp(canChooseNow = true) {
  const log: string[] = [];
  const timers: (() => void)[] = [];
  const choices: ((chosen: File | null) => void)[] = [];
  const uploads: { end: (outcome: UploadOutcome) => void; progress: (sent: number) => void; signal: AbortSignal }[] = [];
  const upload = createFileUpload({
    canChooseNow: () => canChooseNow,
    chooseFile: (accept) => {
      log.push(`choose ${accept}`);
      return new Promise((resolve) => choices.push(resolve));
    },
    upload: (id, { name }, progress, signal) => {
      log.push(`upload ${id} ${name}`);
      return new Promise((end) => uploads.push({ end, progress, signal }));
    },
    decline: (id) => log.push(`decline ${id}`),
    schedule: (run) => {
      timers.push(run);
      return () => void timers.splice(timers.indexOf(run), 1);
    },
  });
  return { upload, log, timers, choices, uploads };
}

test('brings the chosen file, and shows nothing of one that is there at once', async () => {
  const { upload, log, timers, choices, uploads } = setUp();
  upload.request(request('a'));
  choices[0]?.(file);
  await settled();
  uploads[0]?.end('arrived');
  await settled();
  expect(log).toEqual(['choose .json,.txt', 'upload a lab.json']);
  expect(upload.read()).toEqual({ kind: 'idle' });
  expect(timers).toEqual([]);
});

test('says that there is no file when the user chose none (catches a call that is never answered)', async () => {
  const { upload, log, choices } = setUp();
  upload.request(request('a'));
  choices[0]?.(null);
  await settled();
  expect(log.at(-1)).toBe('decline a');
});

test('asks for a click where the browser wants one', () => {
  const { upload, log } = setUp(false);
  upload.request(request('a'));
  expect(upload.read()).toEqual({ kind: 'asking', title: 'Import a profile' });
  expect(log).toEqual([]);
  upload.choose();
  expect(log).toEqual(['choose .json,.txt']);
});

test('shows how far a large file has come, and ends it on Cancel', async () => {
  const { upload, log, timers, choices, uploads } = setUp();
  upload.request(request('a'));
  choices[0]?.(file);
  await settled();
  timers[0]?.();
  uploads[0]?.progress(3);
  expect(upload.read()).toEqual({ kind: 'uploading', name: 'lab.json', sent: 3, size: 5 });
  upload.cancel();
  expect(uploads[0]?.signal.aborted).toBe(true);
  uploads[0]?.end('aborted');
  await settled();
  expect(log.at(-1)).toBe('decline a');
  expect(upload.read()).toEqual({ kind: 'idle' });
});

test('says when a file did not arrive, and whether it was too large for what is in between', async () => {
  const { upload, log, choices, uploads } = setUp();
  upload.request(request('a'));
  choices[0]?.(file);
  await settled();
  uploads[0]?.end('failed');
  await settled();
  expect(upload.read()).toEqual({ kind: 'failed', name: 'lab.json', isTooLarge: false });
  expect(log.at(-1)).toBe('decline a');

  upload.request(request('b'));
  choices[1]?.(file);
  await settled();
  uploads[1]?.end('too-large');
  await settled();
  expect(upload.read()).toEqual({ kind: 'failed', name: 'lab.json', isTooLarge: true });
  expect(log.at(-1)).toBe('decline b'); // catches a program that waits for it for ever
});

test('lets a newer request end an older one (catches a chooser that the browser never showed)', async () => {
  const { upload, log, choices } = setUp();
  upload.request(request('a'));
  upload.request(request('b'));
  expect(log).toContain('decline a');
  choices[0]?.(file);
  choices[1]?.(file);
  await settled();
  expect(log.filter((entry) => entry.startsWith('upload'))).toEqual(['upload b lab.json']);
});
