import { X509Certificate } from 'node:crypto';
import * as z from 'zod';
import { catalogEntrySchema } from '../../contract/catalog.ts';
import { failed, ok, type Result } from '../../contract/failure.ts';
import { directRouteSchema, instanceSchema, modeSchema, serviceSchema, type Profile, type ProfileDraft } from '../../contract/profile.ts';

const version = 1;
const longestFile = 1_000_000;

/**
 * A profile as it is handed on, in JSON. It never holds a secret, nor what only the giver's computer knows: the entry of
 * their ssh config, the path of their certificate file, whose certificates are inside instead.
 *
 * | field            | what it is                                                            |
 * | ---------------- | --------------------------------------------------------------------- |
 * | `causewayProfile`| the version of this format                                            |
 * | `service`        | name, base URL, inference server, catalog                             |
 * | `authorities`    | PEM certificates to trust besides the system's, once the user agrees  |
 * | `instance`       | host, port, login and transport of the instance, or null              |
 * | `mode`, `directRoute` | the way in to begin with                                         |
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

/** What a file holds; the authorities are apart, because trusting them needs the user's consent. */
export interface HandedOn {
  /** Without a certificate file, and with nobody's ssh config. */
  readonly draft: ProfileDraft;
  readonly authorities: readonly Authority[];
}

/** A certificate authority, with what a person can compare. */
export interface Authority {
  readonly pem: string;
  readonly subject: string;
  readonly fingerprint: string;
  readonly validTo: string;
}

/** Writes a profile to be handed on; `authorities` are the certificates of its file. */
export function exportProfile({ service, instance, mode, directRoute }: Profile, authorities: readonly string[]): string {
  const { caFile: _path, ...shared } = service;
  const { alias: _alias, ...machine } = instance ?? { alias: null };
  const file = { causewayProfile: version, service: shared, authorities, instance: instance ? machine : null, mode, directRoute };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Reads a profile that somebody handed on; nothing in the text is trusted. */
export function readProfileFile(text: string): Result<HandedOn> {
  if (text.length > longestFile) return notAProfile('it is too long');
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return notAProfile('it is not JSON');
  }
  const found = z.object({ causewayProfile: z.number() }).safeParse(value);
  if (!found.success) return notAProfile('it does not say that it is one');
  if (found.data.causewayProfile > version) {
    return failed('invalid-input', 'This profile was written by a newer Causeway.', 'Update Causeway, then import it again.');
  }
  const parsed = fileSchema.safeParse(value);
  if (!parsed.success) return notAProfile(`${parsed.error.issues[0]?.path.join('.') || 'a field'} is missing or wrong`);
  const { service, instance, mode, directRoute } = parsed.data;
  const authorities = parsed.data.authorities.map(readAuthority);
  if (authorities.some((authority) => authority === undefined)) return notAProfile('a certificate in it is damaged');
  return ok({
    draft: { service: { ...service, caFile: null }, instance: instance && { ...instance, alias: null }, mode, directRoute },
    authorities: authorities.filter((authority) => authority !== undefined),
  });
}

/** What a person compares before they trust a certificate. */
export function describeAuthority(pem: string): Authority {
  const certificate = new X509Certificate(pem);
  const { subject, fingerprint256, validTo } = certificate;
  // Written anew, so that nothing but the certificate gets into a file of ours.
  return { pem: certificate.toString(), subject: subject.replaceAll('\n', ', '), fingerprint: fingerprint256, validTo };
}

function readAuthority(pem: string): Authority | undefined {
  try {
    return describeAuthority(pem);
  } catch {
    return undefined;
  }
}

function notAProfile(why: string): Result<never> {
  return failed('invalid-input', `This is not a profile that Causeway can read: ${why}.`, 'Ask for the file again, exported by Causeway.');
}
