import { demoProfileId } from '../../contract/constants.ts';
import { demoProfile } from '../../contract/demo-profile.ts';
import { freeName } from '../../contract/strings.ts';
import type { Model } from '../../contract/catalog.ts';
import { ok, type Result, type Failed } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import {
  profileChangeSchema,
  profileDraftSchema,
  type Mode,
  type Profile,
  type ProfileChange,
  type ProfileDraft,
  type Service,
} from '../../contract/profile.ts';
import { openDocument, type ReportInvalid, type StoredDocument } from '../shared/stored-document.ts';
import { profilesFormat, type StoredProfiles } from './read-profiles.ts';
import { randomBytes } from 'node:crypto';

export {
  describeAuthority,
  exportProfile,
  readOwnProfileFile,
  readProfileFile,
  type Authority,
  type SharedProfile,
  type OwnInstance,
} from './profile-file.ts';

export { readStoredProfiles } from './read-profiles.ts';

export interface ProfilesOptions {
  readonly folder: string;
  /** Checks a service and normalizes its base URL. */
  readonly checkService: (service: Service) => Result<Service>;
  /** The only profile besides the demo, and the active one. Nothing is stored then. */
  readonly fixed?: Profile;
  readonly onChange?: () => void;
  readonly onInvalid?: ReportInvalid;
}

/** The profiles, the active one, and each one's mode. */
export type Profiles = Awaited<ReturnType<typeof openProfiles>>;

/** Opens the stored profiles. */
export async function openProfiles({ folder, checkService, fixed, onChange, onInvalid }: ProfilesOptions) {
  const document = fixed ? fixedDocument(fixed) : await openDocument({ ...profilesFormat(folder), onInvalid });

  const list = (): readonly Profile[] => document.read().profiles;
  const find = (id: string): Profile | undefined => list().find((profile) => profile.id === id);
  const findOwn = (id: string): Result<Profile> => {
    if (id === demoProfileId) return fail('demo-read-only');
    const found = find(id);
    return found ? ok(found) : unknownProfile;
  };
  const save = async (edit: (stored: StoredProfiles) => Partial<StoredProfiles>): Promise<Result<undefined>> => {
    const saved = document.change((stored) => ({ ...stored, ...edit(stored) }));
    onChange?.();
    return saved;
  };
  const replace = async (profile: Profile): Promise<Result<Profile>> => {
    const saved = await save(({ profiles }) => ({ profiles: profiles.map((other) => (other.id === profile.id ? profile : other)) }));
    return saved.ok ? ok(profile) : saved;
  };

  const add = async (draft: ProfileDraft): Promise<Result<Profile>> => {
    const checked = check(draft, list(), undefined, checkService);
    if (!checked.ok) return checked;
    const id = newProfileId(checked.value.service.name, new Set(list().map((profile) => profile.id)));
    const profile: Profile = { ...checked.value, id };
    const saved = await save((stored) => ({ profiles: [...stored.profiles, profile] }));
    return saved.ok ? ok(profile) : saved;
  };

  return {
    /** The problem with the file, if there was one. The program continues with what could be read. */
    problem: document.problem,
    settled: document.settled,
    /** Lists the demo first. */
    list,
    find,
    /** Like `find`, but fails for the demo, which can't be changed. */
    findOwn,
    active: (): Profile | undefined => {
      const { activeId } = document.read();
      return activeId === null ? undefined : find(activeId);
    },
    activeId: () => document.read().activeId,
    add,
    /** Like `add`, but picks a free name. */
    addNamed: (draft: ProfileDraft) =>
      add({ ...draft, service: { ...draft.service, name: freeProfileName(draft.service.name, '', list()) } }),
    /** Copies a profile under another name and id, so that it inherits no secret. */
    duplicate: async (id: string): Promise<Result<Profile>> => {
      const original = findOwn(id);
      if (!original.ok) return original;
      const { id: _id, ...draft } = original.value;
      return add({ ...draft, service: { ...draft.service, name: freeProfileName(draft.service.name, ' copy', list()) } });
    },
    edit: async (id: string, change: ProfileChange): Promise<Result<Profile>> => {
      const before = findOwn(id);
      if (!before.ok) return before;
      if (!profileChangeSchema.safeParse(change).success) return incompleteProfile;
      const checked = check(applyChange(before.value, change), list(), id, checkService);
      if (!checked.ok) return checked;
      return replace({ ...checked.value, id });
    },
    /** The caller removes its secrets from the keychain. */
    remove: async (id: string): Promise<Result<undefined>> => {
      const found = findOwn(id);
      if (!found.ok) return found;
      return save(({ profiles, activeId, lastModels }) => ({
        profiles: profiles.filter((profile) => profile.id !== id),
        activeId: activeId === id ? null : activeId,
        lastModels: Object.fromEntries(Object.entries(lastModels).filter(([owner]) => owner !== id)),
      }));
    },
    activate: async (id: string | null): Promise<Result<undefined>> =>
      id === null || find(id) ? save(() => ({ activeId: id })) : unknownProfile,
    setMode: async (id: string, mode: Mode): Promise<Result<Profile>> => {
      const before = find(id);
      return before ? replace({ ...before, mode }) : unknownProfile;
    },
    lastModels: (id: string): readonly Model[] => document.read().lastModels[id] ?? [],
    saveModels: async (id: string, models: readonly Model[]): Promise<Result<undefined>> => {
      if (!find(id)) return unknownProfile;
      // Doesn't notify, because no profile has changed.
      return document.change((stored) => ({ ...stored, lastModels: { ...stored.lastModels, [id]: models } }));
    },
  };
}

/** Creates a document in memory only. */
function fixedDocument(profile: Profile): StoredDocument<StoredProfiles> {
  const profiles = profile.id === demoProfileId ? [profile] : [demoProfile, profile];
  let current: StoredProfiles = { profiles, activeId: profile.id, lastModels: {} };
  return {
    problem: undefined,
    read: () => current,
    change: async (edit) => {
      current = edit(current);
      return ok(undefined);
    },
    write: async (next) => {
      current = next;
      return ok(undefined);
    },
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
  if (!parsed.success) return incompleteProfile;
  const service = checkService(parsed.data.service);
  if (!service.ok) return service;
  const name = service.value.name.toLowerCase();
  if (others.some((other) => other.id !== id && other.service.name.toLowerCase() === name)) {
    return fail('profile-name-taken', { name: service.value.name });
  }
  return ok({ ...parsed.data, service: service.value });
}

function applyChange(before: Profile, { service, instance, mode, directRoute }: ProfileChange): ProfileDraft {
  return {
    service: service ?? before.service,
    instance: instance === undefined ? before.instance : instance,
    mode: mode ?? before.mode,
    directRoute: directRoute ?? before.directRoute,
  };
}

/** Returns the name with the suffix, numbered if it is taken, within the maximum length. */
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

const incompleteProfile: Failed = fail('profile-incomplete');

/** The failure if no profile is active. */
export const noProfile: Failed = fail('no-profile');

/** The failure if the profile was removed. */
export const unknownProfile: Failed = fail('profile-not-found');

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * Creates an id from the current name. It stays when the name changes, because keychain items carry it and the user should recognise it
 * there.
 */
export function newProfileId(name: string, taken: ReadonlySet<string>): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 32);
  for (;;) {
    const tail = [...randomBytes(5)].map((byte) => alphabet[byte % alphabet.length]).join('');
    const id = `${slug || 'service'}-${tail}`;
    if (!taken.has(id)) return id;
  }
}
