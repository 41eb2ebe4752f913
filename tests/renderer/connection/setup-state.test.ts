import { expect, test } from 'vitest';
import { initialSetupState, moveStep, readSetupState, stepsFor, stepError } from '../../../renderer/connection/setup/setup-state.ts';
import { profilesText } from '../../../renderer/connection/profiles/text.ts';
import { setupText } from '../../../renderer/connection/setup/text.ts';

const errors = profilesText.service.baseUrlErrors;
const service = { name: '', baseUrl: 'https://chat.example.org', inferenceServer: '', caFile: null };
const instance = { alias: null, host: '203.0.113.7', port: '22', login: 'mara', transport: 'ssh2' } as const;

test('includes only applicable steps', () => {
  expect(stepsFor('token')).toEqual(['service', 'ways', 'token', 'models']);
  expect(stepsFor('instance')).toEqual(['service', 'ways', 'instance', 'models']);
  expect(stepsFor('both')).toEqual(['service', 'ways', 'instance', 'token', 'models']);
});

test('moves along those steps, and never past the ends', () => {
  const token = { ...initialSetupState, wants: 'token' as const };
  expect(moveStep({ ...token, step: 'ways' }, 1).step).toBe('token');
  expect(moveStep({ ...token, step: 'models' }, 1).step).toBe('models');
  expect(moveStep({ ...token, step: 'service' }, -1).step).toBe('service');
});

test('rejects an invalid address with a message', () => {
  expect(stepError(initialSetupState, [])).toBe(setupText.baseUrlMissing);
  expect(stepError({ ...initialSetupState, service: { ...service, baseUrl: 'http://chat.example.org' } }, [])).toBe(errors.notHttps);
  expect(stepError({ ...initialSetupState, service: { ...service, baseUrl: 'https://me:pw@chat.example.org' } }, [])).toBe(
    errors.hasUsername,
  );
  expect(stepError({ ...initialSetupState, service }, [])).toBeUndefined();
});

// catches a name that is rejected two steps after it was entered or left empty
test('rejects a name of another profile, typed or derived', () => {
  expect(stepError({ ...initialSetupState, service }, ['chat.example.org'])).toBe(profilesText.service.nameTaken('chat.example.org'));
  expect(stepError({ ...initialSetupState, service: { ...service, name: 'Lab' } }, ['LAB'])).toBe(profilesText.service.nameTaken('Lab'));
  expect(stepError({ ...initialSetupState, service: { ...service, name: 'Lab' } }, ['chat.example.org'])).toBeUndefined();
});

test('rejects an incomplete instance', () => {
  const state = { ...initialSetupState, step: 'instance' as const, service };
  expect(stepError({ ...state, instance: { ...instance, login: ' ' } }, [])).toBe(setupText.instanceIncomplete);
  expect(stepError({ ...state, instance: { ...instance, port: '99999' } }, [])).toBe(setupText.instanceIncomplete);
  expect(stepError({ ...state, instance }, [])).toBeUndefined();
});

test('restores the saved state', () => {
  const state = { ...initialSetupState, step: 'instance' as const, service, instance, wants: 'both' as const };
  expect(readSetupState(JSON.stringify(state), [])).toEqual(state);
});

test('starts over when the profile was removed meanwhile (catches an empty step)', () => {
  const state = { ...initialSetupState, step: 'models' as const, service, profileId: 'gone' };
  expect(readSetupState(JSON.stringify(state), ['other'])).toEqual({ ...state, step: 'service', profileId: null });
  expect(readSetupState(JSON.stringify(state), ['gone'])).toEqual(state);
});

test.each(['', 'null', '{}', '[]', '{"step":"elsewhere"}', 'not json'])('starts over for the invalid saved state %s', (text) => {
  expect(readSetupState(text, [])).toEqual(initialSetupState);
});
