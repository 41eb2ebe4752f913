import type { Capabilities, CatalogModel } from '../../../electron/contract/catalog.ts';

/** The form fields of a model. An undefined context length is the one that the service reports. */
interface ModelFields {
  readonly id: string;
  readonly capabilities: Capabilities;
  readonly contextLength: number | undefined;
}

/** Converts form fields to a model. `before` keeps what the form doesn't show, such as the template that fills in the middle. */
export function toCatalogModel({ id, capabilities, contextLength }: ModelFields, before: CatalogModel | undefined): CatalogModel {
  const { contextLength: _before, ...others } = before ?? {};
  return { ...others, id: id.trim(), capabilities, ...(contextLength === undefined ? {} : { contextLength }) };
}

/** Same rule as in the main process. */
const pattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/;

/** Returns an engine path without the slashes and spaces around it, which are easily copied with it from a URL. */
export function trimEnginePath(text: string): string {
  return text.replaceAll(/^[\s/]+|[\s/]+$/g, '');
}

export function isEnginePath(path: string): boolean {
  return pattern.test(path);
}
