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

test('uploads the chosen file, and shows no progress for a fast upload', async () => {
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

test('declines when the user chooses no file (catches a call that is never answered)', async () => {
  const { upload, log, choices } = setUp();
  upload.request(request('a'));
  choices[0]?.(null);
  await settled();
  expect(log.at(-1)).toBe('decline a');
});

test('asks for a click when the browser requires one', () => {
  const { upload, log } = setUp(false);
  upload.request(request('a'));
  expect(upload.read()).toEqual({ kind: 'asking', title: 'Import a profile' });
  expect(log).toEqual([]);
  upload.choose();
  expect(log).toEqual(['choose .json,.txt']);
});

test('shows the progress of a large file, and stops on Cancel', async () => {
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

test('reports a failed upload, and whether the file was too large for a reverse proxy', async () => {
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
  expect(log.at(-1)).toBe('decline b'); // catches a program that waits for it forever
});

test('ends an older request when a newer one arrives (catches a chooser that the browser never showed)', async () => {
  const { upload, log, choices } = setUp();
  upload.request(request('a'));
  upload.request(request('b'));
  expect(log).toContain('decline a');
  choices[0]?.(file);
  choices[1]?.(file);
  await settled();
  expect(log.filter((entry) => entry.startsWith('upload'))).toEqual(['upload b lab.json']);
});
