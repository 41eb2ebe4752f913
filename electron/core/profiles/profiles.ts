import { demoProfileId } from '../../contract/constants.ts';
import { freeName } from '../../contract/text.ts';
import type { Model } from '../../contract/catalog.ts';
import { failed, ok, type Result } from '../../contract/failure.ts';
import {
  profileChangeSchema,
  profileDraftSchema,
  type Mode,
  type Profile,
  type ProfileChange,
  type ProfileDraft,
  type Service,
} from '../../contract/profile.ts';
import { openDocument, type DocumentProblem, type StoredDocument } from '../shared/stored-document.ts';
import { profilesFormat, type StoredProfiles } from './profiles-format.ts';
import { unknownProfile } from './profile-failures.ts';
import { newProfileId } from './profile-id.ts';

export { noProfile, unknownProfile } from './profile-failures.ts';
export {
  describeAuthority,
  exportProfile,
  readOwnProfileFile,
  readProfileFile,
  type Authority,
  type SharedProfile,
  type OwnInstance,
} from './profile-file.ts';

export interface ProfilesOptions {
  readonly folder: string;
  /** Checks a service and writes its base URL as it is to be kept; the service folder knows how. */
  readonly checkService: (service: Service) => Result<Service>;
  /** The one profile there is besides the demo, and the one in use; nothing is stored then. */
  readonly fixed?: Profile;
  readonly onChange?: () => void;
}

/** The profiles, which of them is in use, and each one's mode. */
export interface Profiles {
  /** What was amiss on disk; the program goes on with what could be saved. */
  readonly trouble: DocumentProblem | undefined;
  /** The demo first, where there is one. */
  readonly list: () => readonly Profile[];
  readonly find: (id: string) => Profile | undefined;
  readonly active: () => Profile | undefined;
  /** The chosen one, even while it is not there: the demo before it runs. */
  readonly activeId: () => string | null;
  readonly add: (draft: ProfileDraft) => Promise<Result<Profile>>;
  /** As `add`, under another name where there is one of that name already. */
  readonly addNamed: (draft: ProfileDraft) => Promise<Result<Profile>>;
  readonly edit: (id: string, change: ProfileChange) => Promise<Result<Profile>>;
  /** Its secrets are the caller's to remove from the keychain. */
  readonly remove: (id: string) => Promise<Result<undefined>>;
  /** The same service under another name and id, so that it inherits no secret. */
  readonly duplicate: (id: string) => Promise<Result<Profile>>;
  readonly activate: (id: string | null) => Promise<Result<undefined>>;
  readonly setMode: (id: string, mode: Mode) => Promise<Result<Profile>>;
  /** Supplies the built-in profile for as long as the demo runs; undefined takes it away. Never stored. */
  readonly supplyDemo: (demo: ProfileDraft | undefined) => void;
  readonly lastModels: (id: string) => readonly Model[];
  readonly keepModels: (id: string, models: readonly Model[]) => Promise<Result<undefined>>;
  /** Why the system's ssh has taken over the tunnel of a profile; forgotten when its instance is edited. */
  readonly systemSshReason: (id: string) => string | undefined;
  readonly keepSystemSsh: (id: string, why: string | undefined) => Promise<Result<undefined>>;
  readonly settled: () => Promise<void>;
}

/** Opens the store. */
export async function openProfiles({ folder, checkService, fixed, onChange }: ProfilesOptions): Promise<Profiles> {
  const document = fixed ? fixedDocument(fixed) : await openDocument(profilesFormat(folder));
  let demo: ProfileDraft | undefined;

  const list = (): readonly Profile[] => {
    const { profiles, demoMode } = document.read();
    return demo ? [{ ...demo, id: demoProfileId, mode: demoMode }, ...profiles] : profiles;
  };
  const find = (id: string): Profile | undefined => list().find((profile) => profile.id === id);
  const save = async (edit: (stored: StoredProfiles) => Partial<StoredProfiles>): Promise<Result<undefined>> => {
    const saved = document.change((stored) => ({ ...stored, ...edit(stored) }));
    onChange?.();
    return saved;
  };
  const replace = async (profile: Profile, isInstanceEdited = false): Promise<Result<Profile>> => {
    const saved = await save(({ profiles, systemSsh }) => ({
      profiles: profiles.map((other) => (other.id === profile.id ? profile : other)),
      systemSsh: isInstanceEdited ? without(systemSsh, profile.id) : systemSsh,
    }));
    return saved.ok ? ok(profile) : saved;
  };

  const add = async (draft: ProfileDraft): Promise<Result<Profile>> => {
    const checked = check(draft, list(), undefined, checkService);
    if (!checked.ok) return checked;
    const { profiles } = document.read();
    const id = newProfileId(checked.value.service.name, new Set(profiles.map((profile) => profile.id)));
    const profile: Profile = { ...checked.value, id };
    const saved = await save((stored) => ({ profiles: [...stored.profiles, profile] }));
    return saved.ok ? ok(profile) : saved;
  };

  return {
    trouble: document.trouble,
    settled: document.settled,
    list,
    find,
    active: () => {
      const { activeId } = document.read();
      return activeId === null ? undefined : find(activeId);
    },
    activeId: () => document.read().activeId,
    add,
    addNamed: (draft) => add({ ...draft, service: { ...draft.service, name: freeProfileName(draft.service.name, '', list()) } }),
    duplicate: async (id) => {
      const original = find(id);
      if (!original) return unknownProfile;
      if (id === demoProfileId) {
        return failed('refused', 'The demo can not be duplicated: its addresses are new at every start.', 'Add a profile of your own.');
      }
      const { id: _id, ...draft } = original;
      return add({ ...draft, service: { ...draft.service, name: freeProfileName(draft.service.name, ' copy', list()) } });
    },
    edit: async (id, change) => {
      const before = find(id);
      if (!before) return unknownProfile;
      if (id === demoProfileId) return failed('refused', 'The demo can not be changed.', 'Add a profile of your own.');
      if (!profileChangeSchema.safeParse(change).success) return invalid();
      const checked = check(changed(before, change), list(), id, checkService);
      if (!checked.ok) return checked;
      return replace({ ...checked.value, id }, change.instance !== undefined);
    },
    remove: async (id) => {
      if (id === demoProfileId) return failed('refused', 'The demo can not be removed.', 'Choose another profile instead.');
      if (!document.read().profiles.some((profile) => profile.id === id)) return unknownProfile;
      return save(({ profiles, activeId, lastModels, systemSsh }) => ({
        profiles: profiles.filter((profile) => profile.id !== id),
        activeId: activeId === id ? null : activeId,
        lastModels: without(lastModels, id),
        systemSsh: without(systemSsh, id),
      }));
    },
    activate: async (id) => (id === null || find(id) ? save(() => ({ activeId: id })) : unknownProfile),
    setMode: async (id, mode) => {
      const before = find(id);
      if (!before) return unknownProfile;
      if (id !== demoProfileId) return replace({ ...before, mode });
      const saved = await save(() => ({ demoMode: mode }));
      return saved.ok ? ok({ ...before, mode }) : saved;
    },
    supplyDemo: (supplied) => {
      demo = supplied;
      onChange?.();
    },
    lastModels: (id) => document.read().lastModels[id] ?? [],
    keepModels: async (id, models) => {
      if (!find(id)) return unknownProfile;
      if (id === demoProfileId) return ok(undefined); // new at every start
      // Not told as a change: no profile is another for it.
      return document.change((stored) => ({ ...stored, lastModels: { ...stored.lastModels, [id]: models } }));
    },
    systemSshReason: (id) => document.read().systemSsh[id],
    keepSystemSsh: async (id, why) => {
      if (!find(id)) return unknownProfile;
      return document.change((stored) => {
        const others = without(stored.systemSsh, id);
        return { ...stored, systemSsh: why === undefined ? others : { ...others, [id]: why } };
      });
    },
  };
}

function without<T>(record: Readonly<Record<string, T>>, id: string): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([owner]) => owner !== id));
}

/** A document that is in memory only. */
function fixedDocument(profile: Profile): StoredDocument<StoredProfiles> {
  let current: StoredProfiles = { profiles: [profile], activeId: profile.id, demoMode: 'proxy', lastModels: {}, systemSsh: {} };
  return {
    trouble: undefined,
    read: () => current,
    change: async (edit) => {
      current = edit(current);
      return ok(undefined);
    },
    write: async (next) => {
      current = next;
      return ok(undefined);
    },
    refresh: async () => false,
    settled: async () => undefined,
  };
}

function check(
  draft: ProfileDraft,
  others: readonly Profile[],
  id: string | undefined,
  checkService: ProfilesOptions['checkService'],
): Result<ProfileDraft> {
  const parsed = profileDraftSchema.safeParse(draft);
  if (!parsed.success) return invalid();
  const service = checkService(parsed.data.service);
  if (!service.ok) return service;
  const name = service.value.name.toLowerCase();
  if (others.some((other) => other.id !== id && other.service.name.toLowerCase() === name)) {
    return failed('invalid-input', `There is a profile called ${service.value.name} already.`, 'Choose another name.');
  }
  return ok({ ...parsed.data, service: service.value });
}

function changed(before: Profile, { service, instance, mode, directRoute }: ProfileChange): ProfileDraft {
  return {
    service: service ?? before.service,
    instance: instance === undefined ? before.instance : instance,
    mode: mode ?? before.mode,
    directRoute: directRoute ?? before.directRoute,
  };
}

/** The name with the suffix, and with a number where that is taken; not longer than a name may be. */
function freeProfileName(name: string, suffix: string, others: readonly Profile[]): string {
  const taken = new Set(others.map(({ service }) => service.name.toLowerCase()));
  const base = suffix === '' ? name : name.replace(/ copy(?: \d+)?$/, '');
  return freeName(
    (candidate) => taken.has(candidate.toLowerCase()),
    (count) => {
      const end = `${suffix}${count === 1 ? '' : ` ${count}`}`;
      return `${base.trim().slice(0, 80 - end.length)}${end}`;
    },
  );
}

function invalid(): Result<never> {
  return failed(
    'invalid-input',
    'A profile needs a name of at most 80 characters, a base URL, and complete entries.',
    'Check what you entered.',
  );
}
