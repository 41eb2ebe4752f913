import { type Failure, type Result, ok } from '../../contract/failure.ts';
import { fail, failure } from '../../contract/failures/fail.ts';
import type { Mode } from '../../contract/profile.ts';
import type { Clock } from '../shared/clock.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { ListedModel } from './catalog.ts';
import { readBodyText, readErrorBody } from './errors/error-body.ts';
import { readDescribedModels, readSeesImages } from './image-support.ts';
import { readRetryAfter, serviceFailure } from './errors/service-failure.ts';
import { parseJson, readNumber, readObject, readString } from '../../contract/json.ts';

/** An endpoint that may have a model list. */
export interface ModelListSource {
  readonly mode: Mode;
  readonly segment: string | undefined;
  readonly base: string;
  readonly upstream: Upstream;
  readonly token: string | null;
}

/** The result of requesting one list. `absent` means that there is none, which is no failure. */
export interface ListOutcome {
  readonly mode: Mode;
  readonly segment: string | undefined;
  readonly ms: number;
  readonly result:
    | { readonly kind: 'listed'; readonly models: readonly ListedModel[] }
    | { readonly kind: 'absent' }
    | { readonly kind: 'failed'; readonly failure: Failure };
}

/** Requests one model list. */
export async function fetchModels(source: ModelListSource, signal: AbortSignal, limitMs: number, clock: Clock): Promise<ListOutcome> {
  const { mode, segment, base, upstream, token } = source;
  const startedAt = clock.now();
  const outcome = (result: ListOutcome['result']): ListOutcome => ({ mode, segment, ms: clock.now() - startedAt, result });
  const response = await upstream.request({
    method: 'GET',
    path: `${base}models`,
    headers: { accept: 'application/json', 'accept-encoding': 'identity', ...(token === null ? {} : { authorization: `bearer ${token}` }) },
    signal,
    firstByteMs: limitMs,
  });
  if (!response.ok) return outcome({ kind: 'failed', failure: response.failure });
  const { status, header, body } = response.value;
  const text = await readBodyText(body, signal, limitMs);
  if (status >= 200 && status < 300) return outcome(readResult(mode, upstream.host, readModelList(text), text));
  // The proxy's list is undocumented, so its absence is no failure.
  if (mode === 'proxy' && (status === 404 || status === 405 || status === 501)) return outcome({ kind: 'absent' });
  const refusal = serviceFailure({
    mode,
    status,
    body: readErrorBody(text, token === null ? [] : [token]),
    host: upstream.host,
    model: undefined,
    segment,
    hasToken: token !== null,
    retryAfterMs: readRetryAfter(header('retry-after'), Date.now()),
  });
  return outcome({ kind: 'failed', failure: refusal });
}

function readResult(mode: Mode, host: string, list: Result<readonly ListedModel[]>, text: string): ListOutcome['result'] {
  if (list.ok) return { kind: 'listed', models: list.value };
  if (mode === 'proxy') return { kind: 'absent' }; // the proxy's web pages answer any unknown path
  return { kind: 'failed', failure: text.trimStart().startsWith('<') ? failure('web-page-answered', { host }) : list.failure };
}

/** Parses a model list of any dialect: `{object, data}`, `{data}`, or an array. */
export function readModelList(text: string): Result<readonly ListedModel[]> {
  const value = parseJson(text);
  const items: unknown = Array.isArray(value) ? value : readObject(value)?.['data'];
  if (!Array.isArray(items)) return fail('model-list-unreadable');
  const described = readDescribedModels(value);
  const models = items.flatMap((item: unknown): readonly ListedModel[] => {
    const fields = readObject(item) ?? {};
    const id = readString(fields['id']).trim();
    if (id === '') return [];
    const contextLength = parseContextLength(fields['max_model_len']) ?? parseContextLength(fields['context_length']);
    const seesImages = readSeesImages(fields) ?? readSeesImages(described.get(id) ?? {});
    return [{ id, contextLength, ...(seesImages === undefined ? {} : { seesImages }) }];
  });
  const byId = new Map(models.map((model) => [model.id, model]));
  return ok([...byId.values()]);
}

function parseContextLength(value: unknown): number | undefined {
  const number = readNumber(value);
  return number !== undefined && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
