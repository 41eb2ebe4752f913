import path from 'node:path';
import type { Model } from '../../contract/catalog.ts';
import type { Result } from '../../contract/failure.ts';
import { readObject } from '../../contract/json.ts';
import type { LocalApiState, LocalKey } from '../../contract/local-api.ts';
import type { Clock } from '../shared/clock.ts';
import type { StoredDocument } from '../shared/stored-document.ts';
import type { OfferedModel } from './client-program.ts';
import type { ConfiguredProgram, FoundSettings, UserFolders } from './configured-programs.ts';
import { readJsonc } from './edit-jsonc.ts';
import type { ProgramStart } from './launch-command.ts';
import { readProgramFile } from './program-file.ts';
import type { SetUpRecord } from './set-up-records.ts';

/** What the list of programs, their set-up and their check depend on. */
export interface ProgramsContext {
  readonly records: StoredDocument<readonly SetUpRecord[]>;
  readonly localApi: {
    readonly state: () => LocalApiState;
    readonly createKey: (name: string) => Promise<Result<{ readonly key: LocalKey; readonly secret: string }>>;
    readonly revokeKey: (id: string) => Promise<Result<undefined>>;
  };
  /** The models that the current mode offers. */
  readonly readModels: () => readonly Model[];
  readonly readFolders: () => Promise<UserFolders>;
  readonly start: Omit<ProgramStart, 'environment' | 'platform'>;
  /** The data folder, if `causeway launch` doesn't look there by itself. */
  readonly dataFolder: string | undefined;
  readonly clock: Clock;
}

/** A program, and the model that the user has chosen for it. */
export interface ProgramChoice {
  readonly id: string;
  readonly model: string;
}

export function offeredModels({ readModels }: Pick<ProgramsContext, 'readModels'>): readonly OfferedModel[] {
  return readModels().map(({ id, contextLength, origin, capabilities, seesImages = false }) => ({
    id,
    contextLength,
    callsTools: origin === 'declared' ? capabilities.tools : null,
    reasons: capabilities.reasoning,
    seesImages,
  }));
}

/** Returns the base URL of the local API, or undefined if it isn't running. */
export function localBaseUrl({ localApi }: Pick<ProgramsContext, 'localApi'>): string | undefined {
  const state = localApi.state();
  return state.kind === 'listening' ? `http://127.0.0.1:${state.port}/v1` : undefined;
}

export function fileOf({ folder, file }: ConfiguredProgram, folders: UserFolders): string {
  return path.join(folder(folders), file);
}

/** Returns what a program's file says of the local API, or undefined if it has no entry. A request is sent to no other address. */
export async function findSettings({ entry, read }: ConfiguredProgram, file: string): Promise<FoundSettings | undefined> {
  const text = await readProgramFile(file);
  const found = text.ok && text.value !== null ? readObject(readJsonc(text.value, entry)) : undefined;
  const settings = found && read(found);
  return settings && /^http:\/\/127\.0\.0\.1:\d+\/v1$/.test(settings.baseUrl) ? settings : undefined;
}
