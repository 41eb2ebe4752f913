import type { Model } from '../../contract/catalog.ts';
import type { Failure } from '../../contract/failure.ts';
import { readArray, readObject, readString, type JsonObject } from '../../contract/json.ts';

/** What is known about the images that a model takes. */
export type ImageSupport = Pick<Model, 'seesImages' | 'imagesPerRequest'>;

/**
 * Returns whether a list says that a model sees images. llama.cpp and OpenRouter list its input modalities, Mistral and LM Studio an
 * object of capabilities, exo and older llama.cpp their names. A name that is missing there says nothing, because some forget it.
 * Open WebUI lists `vision` for every model that its operator has edited, so only its `false` means something.
 */
export function readSeesImages({ architecture, input_modalities: own, capabilities, info }: JsonObject): boolean | undefined {
  const modalities = readObject(architecture)?.['input_modalities'] ?? own;
  if (Array.isArray(modalities)) return modalities.includes('image');
  const vision = readObject(capabilities)?.['vision'];
  if (typeof vision === 'boolean') return vision;
  if (readArray(capabilities).some((name) => name === 'vision' || name === 'multimodal')) return true;
  return readObject(readObject(readObject(info)?.['meta'])?.['capabilities'])?.['vision'] === false ? false : undefined;
}

/** Returns the models that older llama.cpp describes beside its list, by name. */
export function readDescribedModels(list: unknown): ReadonlyMap<string, JsonObject> {
  const described = readArray(readObject(list)?.['models']).map((item) => readObject(item) ?? {});
  return new Map(described.map((fields) => [readString(fields['name']), fields]));
}

/** vLLM, its older versions, and SGLang. */
const limits = [
  /At most (\d+) image\(s\) may be provided/i,
  /You set image=(\d+)\b.*limit-mm-per-prompt/i,
  /Image count \d+ exceeds limit (\d+)/i,
];
/** vLLM, SGLang and llama.cpp (old and new), then Ollama, LM Studio and OpenRouter. */
const refusals = [
  /is not a multimodal model|only supports text input|only '?text'? content type is supported|image input is not supported/i,
  /(?:unsupported content|unknown variant)\b[^.]{0,40}image_url/i,
  /missing data required for image input|not support (?:image|vision)|that support image input/i,
];

/** Returns how many images a request may have at most, if an error says that it had more or could have none. */
export function readImageLimit(message: string): number | undefined {
  if (refusals.some((pattern) => pattern.test(message))) return 0;
  const limit = limits.flatMap((pattern) => pattern.exec(message)?.[1] ?? [])[0];
  return limit === undefined ? undefined : Number(limit);
}

/** Returns what a failed request tells about the model, or undefined if it failed for another reason. */
export function learnFromFailure(failed: Failure | null | undefined): ImageSupport | undefined {
  const limit = failed?.params['limit'];
  if (failed?.reason === 'images-not-taken') return { seesImages: false };
  return failed?.reason === 'too-many-images' && typeof limit === 'number' ? { seesImages: true, imagesPerRequest: limit } : undefined;
}
