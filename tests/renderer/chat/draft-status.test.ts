import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { failure } from '../../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { DraftStatus } from '../../../renderer/chat/draft-status.tsx';
import { chatText } from '../../../renderer/chat/text.ts';
import type { Draft } from '../../../renderer/state/draft-store.ts';

const text = chatText.draft;
const problem = failure('request-invalid');
const draftWith = (kind: 'reading' | 'saved' | 'unsaved', own = ''): Draft => ({ text: own, status: { kind } });
const failed = (during: 'reading' | 'saving'): Draft => ({ text: '[]', status: { kind: 'failed', during, failure: problem } });
const none = draftWith('saved');
const shown = (draft: Draft, files: Draft, images = none) =>
  renderToStaticMarkup(createElement(DraftStatus, { draft, files, images })).replaceAll(/<[^>]*>/g, '');

test('says that attached files aren’t saved (catches a draft that seems saved)', () => {
  const { message } = describeFailure(problem);
  expect(shown(draftWith('saved', 'typed'), failed('saving'))).toBe(text.filesNotSaved(message));
  expect(shown(draftWith('saved'), failed('reading'))).toBe(text.filesNotLoaded(message));
  expect(shown(draftWith('saved'), none, failed('saving'))).toBe(text.filesNotSaved(message));
});

test('says “saved” only once the text and the files are', () => {
  expect(shown(draftWith('saved', 'typed'), draftWith('unsaved', '[]'))).toBe(text.saving);
  expect(shown(draftWith('unsaved', 'typed'), draftWith('saved', '[]'))).toBe(text.saving);
  expect(shown(draftWith('saved'), draftWith('saved', '[]'))).toBe(text.saved);
  expect(shown(draftWith('saved'), draftWith('reading'))).toBe(text.loading);
  expect(shown(draftWith('saved'), draftWith('saved'))).toBe('');
});
