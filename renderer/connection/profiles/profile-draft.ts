import type { Instance, Profile, ProfileDraft, Service } from '../../../electron/contract/profile.ts';

/** A service as it is being typed. */
export interface ServiceFields {
  readonly name: string;
  readonly baseUrl: string;
  readonly inferenceServer: string;
  readonly caFile: string | null;
}

/** An instance as it is being typed. `alias`: an entry of the ssh config says the rest. */
export interface InstanceFields {
  readonly alias: string | null;
  readonly host: string;
  readonly port: string;
  readonly login: string;
  readonly transport: Instance['transport'];
}

export const noService: ServiceFields = { name: '', baseUrl: '', inferenceServer: '', caFile: null };
export const noInstance: InstanceFields = { alias: null, host: '', port: '22', login: '', transport: 'ssh2' };

/** The fields of a profile that is there. */
export function fieldsOf({ service, instance }: Profile): {
  readonly service: ServiceFields;
  readonly instance: InstanceFields | undefined;
} {
  return {
    service: { name: service.name, baseUrl: service.baseUrl, inferenceServer: service.inferenceServer ?? '', caFile: service.caFile },
    instance: instance ? { ...instance, port: String(instance.port) } : undefined,
  };
}

/** What is wrong with a base URL while it is typed, in a sentence; the main process checks it again. */
export function baseUrlError(text: string): string | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  if (!URL.canParse(typed)) return 'An address begins with https:// and the name of the service.';
  const { protocol, username, password } = new URL(typed);
  if (protocol !== 'https:') return 'Only https is safe enough for a token.';
  return username === '' && password === '' ? undefined : 'Leave the login out of the address.';
}

/** A name for a service that has been given none: that of its host. */
export function nameFor({ name, baseUrl }: ServiceFields): string {
  if (name.trim() !== '') return name.trim();
  return URL.canParse(baseUrl.trim()) ? new URL(baseUrl.trim()).hostname : '';
}

/** What is wrong with a name beside those of the other profiles; the main process checks it again. */
export function nameError(fields: ServiceFields, taken: readonly string[]): string | undefined {
  const name = nameFor(fields);
  return taken.some((other) => other.toLowerCase() === name.toLowerCase())
    ? `There is a profile called ${name} already. Choose another name.`
    : undefined;
}

/** The service as it is to be kept; `catalog` stays as it was. */
export function serviceOf(fields: ServiceFields, catalog: Service['catalog']): Service {
  const inferenceServer = fields.inferenceServer.trim();
  return {
    name: nameFor(fields),
    baseUrl: fields.baseUrl.trim(),
    inferenceServer: inferenceServer === '' ? null : inferenceServer,
    caFile: fields.caFile,
    catalog,
  };
}

/** Whether a text is a port. */
export function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 65535;
}

/** The instance as it is to be kept; nothing where the fields are not complete. */
export function instanceOf({ alias, host, port, login, transport }: InstanceFields): Instance | undefined {
  const isGood = host.trim() !== '' && login.trim() !== '' && isPort(port);
  return isGood ? { alias, host: host.trim(), port: Number(port), login: login.trim(), transport } : undefined;
}

/** The draft of a profile; its mode is the one the user wants in by. */
export function draftOf(service: ServiceFields, instance: InstanceFields | undefined, mode: ProfileDraft['mode']): ProfileDraft {
  return { service: serviceOf(service, []), instance: (instance && instanceOf(instance)) ?? null, mode, directRoute: 'auto' };
}
