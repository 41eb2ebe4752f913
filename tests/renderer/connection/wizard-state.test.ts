import { expect, test } from 'vitest';
import { firstWizardState, moved, readWizardState, stepsFor, stepTrouble } from '../../../renderer/connection/wizard/wizard-state.ts';

const service = { name: '', baseUrl: 'https://chat.example.org', inferenceServer: '', caFile: null };
const instance = { alias: null, host: '203.0.113.7', port: '22', login: 'mara', transport: 'ssh2' } as const;

test('only the steps that are needed are asked', () => {
  expect(stepsFor('token')).toEqual(['service', 'ways', 'token', 'models']);
  expect(stepsFor('instance')).toEqual(['service', 'ways', 'instance', 'models']);
  expect(stepsFor('both')).toEqual(['service', 'ways', 'instance', 'token', 'models']);
});

test('it goes on and back along those steps, and never past the ends', () => {
  const token = { ...firstWizardState, wants: 'token' as const };
  expect(moved({ ...token, step: 'ways' }, 1).step).toBe('token');
  expect(moved({ ...token, step: 'models' }, 1).step).toBe('models');
  expect(moved({ ...token, step: 'service' }, -1).step).toBe('service');
});

test('it does not go on with an address that can’t be one, and says why', () => {
  expect(stepTrouble(firstWizardState, [])).toBe('Enter the address of the service.');
  expect(stepTrouble({ ...firstWizardState, service: { ...service, baseUrl: 'http://chat.example.org' } }, [])).toContain('https');
  expect(stepTrouble({ ...firstWizardState, service: { ...service, baseUrl: 'https://me:pw@chat.example.org' } }, [])).toContain('login');
  expect(stepTrouble({ ...firstWizardState, service }, [])).toBeUndefined();
});

// catches a name that is refused two steps after it was entered, or left out
test('it does not go on with a name that another profile has, typed or not', () => {
  expect(stepTrouble({ ...firstWizardState, service }, ['chat.example.org'])).toContain('chat.example.org');
  expect(stepTrouble({ ...firstWizardState, service: { ...service, name: 'Lab' } }, ['LAB'])).toContain('Lab');
  expect(stepTrouble({ ...firstWizardState, service: { ...service, name: 'Lab' } }, ['chat.example.org'])).toBeUndefined();
});

test('it does not go on with half an instance', () => {
  const state = { ...firstWizardState, step: 'instance' as const, service };
  expect(stepTrouble({ ...state, instance: { ...instance, login: ' ' } }, [])).toBeDefined();
  expect(stepTrouble({ ...state, instance: { ...instance, port: '99999' } }, [])).toBeDefined();
  expect(stepTrouble({ ...state, instance }, [])).toBeUndefined();
});

test('what was entered is found again after it was left', () => {
  const state = { ...firstWizardState, step: 'instance' as const, service, instance, wants: 'both' as const };
  expect(readWizardState(JSON.stringify(state), [])).toEqual(state);
});

test('a profile that was removed meanwhile is not waited for (catches an empty step)', () => {
  const state = { ...firstWizardState, step: 'models' as const, service, profileId: 'gone' };
  expect(readWizardState(JSON.stringify(state), ['other'])).toEqual({ ...state, step: 'service', profileId: null });
  expect(readWizardState(JSON.stringify(state), ['gone'])).toEqual(state);
});

test.each(['', 'null', '{}', '[]', '{"step":"elsewhere"}', 'not json'])('%s kept by mistake begins anew', (text) => {
  expect(readWizardState(text, [])).toEqual(firstWizardState);
});
