import { expect, test } from 'vitest';
import { toProfileDraft, toFields, serviceName } from '../../../renderer/connection/profiles/profile-draft.ts';

const service = { name: ' ', baseUrl: ' https://chat.example.org/ ', inferenceServer: ' ', caFile: null };

test('names a service after its host when it has no name', () => {
  expect(serviceName(service)).toBe('chat.example.org');
  expect(serviceName({ ...service, name: ' Institute ' })).toBe('Institute');
  expect(serviceName({ ...service, baseUrl: 'chat' })).toBe('');
});

test('saves empty fields as null', () =>
  expect(toProfileDraft(service, undefined, 'proxy')).toEqual({
    service: { name: 'chat.example.org', baseUrl: 'https://chat.example.org/', inferenceServer: null, caFile: null, catalog: [] },
    instance: null,
    mode: 'proxy',
    directRoute: 'auto',
  }));

test('converts a profile to fields and back without changes', () => {
  const instance = { alias: 'lab', host: 'lab.example.org', port: 2222, login: 'mara', transport: 'openssh' } as const;
  const draft = toProfileDraft({ ...service, name: 'Lab' }, { ...instance, port: '2222' }, 'direct');
  const fields = toFields({ ...draft, id: 'lab-abcde' });
  expect(toProfileDraft(fields.service, fields.instance, 'direct')).toEqual(draft);
  expect(draft.instance).toEqual(instance);
});
