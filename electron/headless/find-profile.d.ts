import { type Result } from '../contract/failure.ts';
import { type Profile } from '../contract/profile.ts';
/** Finds the profile to serve: by file, by name, or the one in use; undefined: the demo. */
export declare function findProfile(wanted: string | undefined, data: string): Promise<Result<Profile | undefined>>;
