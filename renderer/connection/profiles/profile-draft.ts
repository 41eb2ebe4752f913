import type { Instance, Profile, ProfileDraft, Service } from '../../../electron/contract/profile.ts';
import { profilesText } from './text.ts';

const errors = profilesText.service.baseUrlErrors;

/** The form fields of a service. */
export interface ServiceFields {
  readonly name: string;
  readonly baseUrl: string;
  readonly inferenceServer: string;
  readonly caFile: string | null;
}

/** The form fields of an instance. `alias` names an entry of the ssh config. */
export interface InstanceFields {
  readonly alias: string | null;
  readonly host: string;
  readonly port: string;
  readonly login: string;
  readonly transport: Instance['transport'];
}

export const emptyService: ServiceFields = { name: '', baseUrl: '', inferenceServer: '', caFile: null };
export const emptyInstance: InstanceFields = { alias: null, host: '', port: '22', login: '', transport: 'ssh2' };

/** Converts a profile to form fields. */
export function toFields({ service, instance }: Profile): {
  readonly service: ServiceFields;
  readonly instance: InstanceFields | undefined;
} {
  return {
    service: { name: service.name, baseUrl: service.baseUrl, inferenceServer: service.inferenceServer ?? '', caFile: service.caFile },
    instance: instance ? { ...instance, port: String(instance.port) } : undefined,
  };
}

/** Returns what is wrong with a base URL, or undefined. The main process checks it again. */
export function baseUrlError(text: string): string | undefined {
  const url = text.trim();
  if (url === '') return undefined;
  if (!URL.canParse(url)) return errors.invalid;
  const { protocol, username, password } = new URL(url);
  if (protocol !== 'https:') return errors.notHttps;
  return username === '' && password === '' ? undefined : errors.hasUsername;
}

/** Returns the service's name, or its host name if it has none. */
export function serviceName({ name, baseUrl }: ServiceFields): string {
  if (name.trim() !== '') return name.trim();
  return URL.canParse(baseUrl.trim()) ? new URL(baseUrl.trim()).hostname : '';
}

/** Returns an error if another profile has the name. The main process checks it again. */
export function nameError(fields: ServiceFields, taken: readonly string[]): string | undefined {
  const name = serviceName(fields);
  return taken.some((other) => other.toLowerCase() === name.toLowerCase()) ? profilesText.service.nameTaken(name) : undefined;
}

/** Converts form fields to a service. */
export function toService(fields: ServiceFields, catalog: Service['catalog']): Service {
  const inferenceServer = fields.inferenceServer.trim();
  return {
    name: serviceName(fields),
    baseUrl: fields.baseUrl.trim(),
    inferenceServer: inferenceServer === '' ? null : inferenceServer,
    caFile: fields.caFile,
    catalog,
  };
}

export function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 65535;
}

/** Converts form fields to an instance, or undefined if they are incomplete. */
export function toInstance({ alias, host, port, login, transport }: InstanceFields): Instance | undefined {
  const isComplete = host.trim() !== '' && login.trim() !== '' && isPort(port);
  return isComplete ? { alias, host: host.trim(), port: Number(port), login: login.trim(), transport } : undefined;
}

/** Converts form fields to the draft of a profile. */
export function toProfileDraft(service: ServiceFields, instance: InstanceFields | undefined, mode: ProfileDraft['mode']): ProfileDraft {
  return { service: toService(service, []), instance: (instance && toInstance(instance)) ?? null, mode, directRoute: 'auto' };
}
