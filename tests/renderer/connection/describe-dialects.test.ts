import { expect, test } from 'vitest';
import { defaultLocalApiSettings, type ServiceDialect } from '../../../electron/contract/local-api.ts';
import { describeDialects } from '../../../renderer/connection/models/describe-dialects.ts';

const native: ServiceDialect = { segment: 'engine-b', from: 'messages', isNative: true };
const inB = { segment: 'engine-b' };
const settings = { ...defaultLocalApiSettings, passedOn: ['messages'] } as const;

test('says that a dialect is passed on only where the engine answers it and the user lets it', () => {
  const says = (dialects: readonly ServiceDialect[], passedOn: typeof defaultLocalApiSettings.passedOn = settings.passedOn) =>
    describeDialects(inB, 'direct', { dialects, settings: { ...settings, passedOn } });
  expect(says([native])).toBe('Anthropic Messages passed on');
  expect(says([{ ...native, isNative: false }])).toBe('Anthropic Messages translated');
  expect(says([native], [])).toBe('Anthropic Messages translated');
  expect(says([native, { ...native, from: 'responses' }])).toBe('Anthropic Messages passed on, OpenAI Responses translated');
});

test('says nothing of another engine, and what the proxy does of all models in its mode', () => {
  const dialects = [{ ...native, segment: null }];
  expect(describeDialects(inB, 'direct', { dialects, settings })).toBe('');
  expect(describeDialects({ segment: null }, 'direct', { dialects, settings })).toBe('');
  expect(describeDialects(inB, 'proxy', { dialects, settings })).toBe('Anthropic Messages passed on');
});
