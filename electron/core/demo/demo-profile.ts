import type { CatalogEntry } from '../../contract/catalog.ts';
import type { Instance, Profile } from '../../contract/profile.ts';
import type { DemoModel } from './engines/demo-model.ts';

/** The built-in profile “Demo”; its authority is handed over apart, because it lives in memory only. */
export function demoProfile(baseUrl: string, inferenceServer: string, instance: Instance, models: readonly DemoModel[]): Profile {
  return {
    id: 'demo',
    service: { name: 'Demo', baseUrl, inferenceServer, caFile: null, catalog: catalogOf(models) },
    instance,
    mode: 'proxy',
    directRoute: 'auto',
  };
}

function catalogOf(models: readonly DemoModel[]): readonly CatalogEntry[] {
  return [...Map.groupBy(models, (model) => model.segment)].map(([segment, own]) => ({
    segment,
    engine: own[0]?.engine ?? 'unknown',
    models: own.map(({ id, capabilities, contextLength }) => ({ id, capabilities, contextLength })),
  }));
}
