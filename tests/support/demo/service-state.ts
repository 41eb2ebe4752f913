import { randomBytes } from 'node:crypto';
import type { TokenProblem } from '../../../electron/core/demo/dialects/proxy.ts';
import { engineAt, segments, serviceModels, type DemoModel } from '../../../electron/core/demo/engines/demo-model.ts';

/** Creates a registry of the service's models, which can change. Their segments are fixed. */
export function createModelRegistry() {
  let models = serviceModels;
  return {
    served: (goneModel?: string): readonly DemoModel[] => models.filter((model) => model.id !== goneModel),
    add: (model: DemoModel): void => {
      if (!segments.includes(model.segment) || engineAt(model.segment) !== model.engine) {
        throw new Error(`The demo has no segment “${model.segment}” of engine ${model.engine}.`);
      }
      models = [...models.filter((other) => other.id !== model.id), model];
    },
    remove: (id: string): void => void (models = models.filter((model) => model.id !== id)),
  };
}

/** Creates a store of the proxy's API tokens. */
export function createTokenStore() {
  const states = new Map<string, 'good' | 'revoked'>();
  let isAllowed = true;
  const add = (token: string): void => void states.set(token, 'good');
  return {
    add,
    create: (): string => {
      const token = `sk-${randomBytes(16).toString('hex')}`;
      add(token);
      return token;
    },
    revoke: (token: string): void => {
      if (states.has(token)) states.set(token, 'revoked');
    },
    /** Enables or disables API keys. */
    allow: (next: boolean): void => void (isAllowed = next),
    /** Checks an Authorization header. */
    check: (authorization: string | undefined): TokenProblem | 'good' => {
      const token = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
      if (token === undefined) return 'missing';
      return isAllowed ? (states.get(token) ?? 'unknown') : 'switched-off';
    },
  };
}
