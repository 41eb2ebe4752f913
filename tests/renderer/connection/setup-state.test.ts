import { expect, test } from 'vitest';
import type { Profile } from '../../../electron/contract/profile.ts';
import {
  initialSetupState,
  isSetupDone,
  moveStep,
  readSetupState,
  stepsFor,
  stepError,
  forgetSetupOf,
} from '../../../renderer/connection/setup/setup-state.ts';
import { profilesText, setupText } from '../../../renderer/connection/profiles/text.ts';
import { ok } from '../../../electron/contract/failure.ts';
import { createCall } from '../../../renderer/bridge/bridge.ts';
import { eventually } from '../../support/eventually.ts';
import { createFakeBridge } from '../fake-bridge.ts';

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
  expect(read(state, [])).toEqual(state);
});

const catalog = [{ segment: 'engine-b', engine: 'sglang', models: [] }] as const;
const profile: Profile = {
  id: 'chat-abcde',
  service: { name: 'chat.example.org', baseUrl: 'https://chat.example.org', inferenceServer: null, caFile: null, catalog: [] },
  instance: null,
  mode: 'proxy',
  directRoute: 'auto',
};
const tokenStep = { ...initialSetupState, step: 'token' as const, wants: 'token' as const, service, savedProfile: profile };
const read = (state: object, profiles: readonly Profile[], activeId = 'demo') =>
  readSetupState(JSON.stringify(state), { profiles, activeId });

test('creates the profile again if it was removed meanwhile (catches an empty step)', () => {
  const started = { ...tokenStep, step: 'service', savedProfile: null };
  expect(read(tokenStep, [{ ...profile, id: 'other' }])).toEqual(started);
});

test('resumes with its profile, and with changes that were not saved yet', () => {
  const edited = { ...profile, service: { ...profile.service, catalog } };
  expect(read(tokenStep, [edited])).toEqual(tokenStep);
  const typing = { ...tokenStep, step: 'service', service: { ...service, baseUrl: 'https://chat.example.com' } };
  expect(read(typing, [profile])).toEqual(typing);
  const connecting = moveStep(tokenStep, 1);
  expect(read(connecting, [profile], profile.id)).toEqual(connecting); // this step has activated it
});

// catches the name of its own profile rejected as taken
test('resumes after going back from the last step, which has activated the profile', () => {
  const back = moveStep(moveStep(tokenStep, 1), -1);
  expect(back.step).toBe('token');
  expect(read(back, [profile], profile.id)).toEqual(back);
  expect(read(back, [])).toEqual({ ...tokenStep, step: 'service', savedProfile: null }); // the next profile is not activated
});

// catches a working profile overwritten by the next service
test('has nothing to resume after the last step, or once connected', () => {
  const last = moveStep(tokenStep, 1);
  const back = moveStep(last, -1);
  expect([isSetupDone(last, false), isSetupDone(back, true)]).toEqual([true, true]);
  expect([isSetupDone(back, false), isSetupDone(tokenStep, true)]).toEqual([false, false]);
});

// catches a working profile overwritten by the fields of an abandoned setup
test('starts over if the profile was changed or activated since', () => {
  expect(read(tokenStep, [{ ...profile, service: { ...profile.service, baseUrl: 'https://chat.example.com' } }])).toEqual(
    initialSetupState,
  );
  expect(read(tokenStep, [{ ...profile, mode: 'direct' }])).toEqual(initialSetupState);
  expect(read(tokenStep, [profile], profile.id)).toEqual(initialSetupState);
});

test('forgets the setup of a profile that is used without it, and no other', async () => {
  const bridge = createFakeBridge();
  const call = createCall(bridge);
  const draft = ok({ text: JSON.stringify({ ...initialSetupState, savedProfile: { id: 'chat-abcde' } }) });
  const kept = forgetSetupOf(call, 'other');
  bridge.answer(0, draft);
  await kept;
  expect(bridge.requests).toMatchObject([{ route: 'drafts.read' }]);
  const forgotten = forgetSetupOf(call, 'chat-abcde');
  bridge.answer(1, draft);
  await eventually(() => expect(bridge.requests[2]).toMatchObject({ route: 'drafts.keep', input: { text: null } }));
  bridge.answer(2, ok(undefined));
  await forgotten;
});
