import type { Capabilities, CatalogModel } from '../../../electron/contract/catalog.ts';

/** The form fields of a model. An undefined context length is the one that the service reports. */
export interface ModelFields {
  readonly id: string;
  readonly capabilities: Capabilities;
  readonly contextLength: number | undefined;
}

/** Converts form fields to a model. `before` keeps what the form doesn't show, such as the template that fills in the middle. */
export function toCatalogModel({ id, capabilities, contextLength }: ModelFields, before: CatalogModel | undefined): CatalogModel {
  const { contextLength: _before, ...others } = before ?? {};
  return { ...others, id: id.trim(), capabilities, ...(contextLength === undefined ? {} : { contextLength }) };
}
