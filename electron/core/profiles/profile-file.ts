import { X509Certificate } from 'node:crypto';
import * as z from 'zod';
import { parseJson } from '../../contract/json.ts';
import { catalogEntrySchema } from '../../contract/catalog.ts';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import { profileFileText } from './text.ts';
import { directRouteSchema, instanceSchema, modeSchema, serviceSchema, type Profile, type ProfileDraft } from '../../contract/profile.ts';

const version = 1;
const maxFileLength = 1_000_000;

/**
 * An exported profile in JSON. It contains no secret and nothing local to the exporting computer: neither the ssh config
 * alias nor the path of the certificate file, whose certificates are included instead.
 *
 * | field            | what it is                                                            |
 * | ---------------- | --------------------------------------------------------------------- |
 * | `causewayProfile`| the version of this format                                            |
 * | `service`        | name, base URL, inference server, catalog                             |
 * | `authorities`    | PEM certificates to trust besides the system's, once the user agrees  |
 * | `instance`       | host, port, login and transport of the instance, or null              |
 * | `mode`, `directRoute` | the initial mode and direct route                                |
 */
const fileSchema = z.object({
  causewayProfile: z.literal(version),
  service: z.object({
    name: serviceSchema.unwrap().shape.name,
    baseUrl: serviceSchema.unwrap().shape.baseUrl,
    inferenceServer: serviceSchema.unwrap().shape.inferenceServer.default(null),
    catalog: z.array(catalogEntrySchema).max(1000).readonly().default([]),
  }),
  authorities: z.array(z.string().max(20_000)).max(50).readonly().default([]),
  instance: instanceSchema.unwrap().omit({ alias: true }).nullable().default(null),
  mode: modeSchema.default('proxy'),
  directRoute: directRouteSchema.default('auto'),
});

/** The content of a file. Authorities are separate, because trusting them needs the user's consent. */
export interface SharedProfile {
  /** Without a certificate file or ssh config alias. */
  readonly draft: ProfileDraft;
  readonly authorities: readonly Authority[];
}

/** A certificate authority with the details a user compares. */
export interface Authority {
  readonly pem: string;
  readonly subject: string;
  readonly fingerprint: string;
  readonly validTo: string;
}

/** Formats a profile for export. `authorities` are the certificates of its file. */
export function exportProfile({ service, instance, mode, directRoute }: Profile, authorities: readonly string[]): string {
  const { caFile: _path, ...shared } = service;
  const { alias: _alias, ...sharedInstance } = instance ?? { alias: null };
  const file = { causewayProfile: version, service: shared, authorities, instance: instance ? sharedInstance : null, mode, directRoute };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Parses an imported profile. Nothing in the text is trusted. */
export function readProfileFile(text: string): Result<SharedProfile> {
  const read = readFields(text, fileSchema);
  if (!read.ok) return read;
  const { service, instance, mode, directRoute } = read.value.fields;
  const draft = { service: { ...service, caFile: null }, instance: instance && { ...instance, alias: null }, mode, directRoute };
  return ok({ draft, authorities: read.value.authorities });
}

/** An instance in the user's own file. The ssh config supplies omitted fields. */
const ownInstanceSchema = z
  .object({
    host: instanceSchema.unwrap().shape.host.exactOptional(),
    port: instanceSchema.unwrap().shape.port.exactOptional(),
    login: instanceSchema.unwrap().shape.login.exactOptional(),
    alias: z.string().trim().min(1).exactOptional(),
    transport: instanceSchema.unwrap().shape.transport,
  })
  .readonly();
export type OwnInstance = z.infer<typeof ownInstanceSchema>;

/** The user's own profile file, named on a command line. */
export interface OwnProfileFile {
  readonly draft: Omit<ProfileDraft, 'instance'> & { readonly instance: OwnInstance | null };
  readonly authorities: readonly Authority[];
  /** Unknown fields, such as misspelt ones. */
  readonly unknown: readonly string[];
}

const ownFileSchema = fileSchema.extend({ instance: ownInstanceSchema.nullable().default(null) });

/** Parses the user's own profile file, which may name an ssh config alias. */
export function readOwnProfileFile(text: string): Result<OwnProfileFile> {
  const read = readFields(text, ownFileSchema);
  if (!read.ok) return read;
  const { service, instance, mode, directRoute } = read.value.fields;
  if (instance && instance.host === undefined && instance.alias === undefined) {
    return fail('profile-file-invalid', { problems: [profileFileText.missing('instance.host')] });
  }
  return ok({
    draft: { service: { ...service, caFile: null }, instance, mode, directRoute },
    authorities: read.value.authorities,
    unknown: read.value.unknown,
  });
}

type FileFields = z.infer<typeof fileSchema> | z.infer<typeof ownFileSchema>;

function readFields<T extends FileFields>(
  text: string,
  schema: z.ZodType<T>,
): Result<{ readonly fields: T; readonly authorities: readonly Authority[]; readonly unknown: readonly string[] }> {
  if (text.length > maxFileLength) return fail('profile-file-too-long');
  const value = parseJson(text.replace(/^\uFEFF/, ''));
  if (value === undefined) return fail('profile-file-not-json');
  const found = z.object({ causewayProfile: z.number() }).safeParse(value);
  if (!found.success) return fail('profile-file-unmarked');
  if (found.data.causewayProfile > version) return fail('profile-file-newer');
  const parsed = schema.safeParse(value);
  const unknown = unknownFields(value);
  if (!parsed.success) {
    const problems = [...parsed.error.issues.map(describeIssue), ...unknown.map(profileFileText.unknown)];
    return fail('profile-file-invalid', { problems: problems.slice(0, maxReportedProblems) });
  }
  const authorities = parsed.data.authorities.map(readAuthority);
  if (authorities.some((authority) => authority === undefined)) return fail('profile-file-certificate');
  return ok({ fields: parsed.data, authorities: authorities.filter((authority) => authority !== undefined), unknown });
}

const maxReportedProblems = 20;

/** Describes what is wrong with a field. */
function describeIssue(issue: z.core.$ZodIssue): string {
  const field = issue.path.join('.') || profileFileText.wholeFile;
  if (issue.code === 'invalid_type') {
    return issue.input === undefined ? profileFileText.missing(field, issue.expected) : profileFileText.type(field, issue.expected);
  }
  if (issue.code === 'invalid_value') return profileFileText.oneOf(field, issue.values.map((value) => JSON.stringify(value)).join(', '));
  if (issue.code === 'too_small') {
    return issue.origin === 'string' ? profileFileText.empty(field) : profileFileText.atLeast(field, Number(issue.minimum));
  }
  if (issue.code === 'too_big') {
    return issue.origin === 'string' ? profileFileText.long(field) : profileFileText.atMost(field, Number(issue.maximum));
  }
  return profileFileText.invalid(field);
}

const knownFields: Readonly<Record<string, readonly string[]>> = {
  '': Object.keys(ownFileSchema.shape),
  service: Object.keys(fileSchema.shape.service.shape),
  instance: Object.keys(ownInstanceSchema.unwrap().shape),
};

function unknownFields(value: unknown): readonly string[] {
  return Object.entries(knownFields).flatMap(([part, known]) => {
    const fields: unknown = part === '' ? value : (value as Readonly<Record<string, unknown>>)[part];
    if (typeof fields !== 'object' || fields === null) return [];
    return Object.keys(fields)
      .filter((name) => !known.includes(name))
      .map((name) => (part === '' ? name : `${part}.${name}`));
  });
}

/** Returns the details a user compares before trusting a certificate. */
export function describeAuthority(pem: string): Authority {
  const certificate = new X509Certificate(pem);
  const { subject, fingerprint256, validTo } = certificate;
  // Re-encoded, so that nothing but the certificate gets into our file.
  return { pem: certificate.toString(), subject: subject.replaceAll('\n', ', '), fingerprint: fingerprint256, validTo };
}

function readAuthority(pem: string): Authority | undefined {
  try {
    return describeAuthority(pem);
  } catch {
    return undefined;
  }
}
