import path from 'node:path';
import * as z from 'zod';
import { modelSchema } from '../../contract/catalog.ts';
import { openDocument, type ReportInvalid } from '../shared/stored-document.ts';
import type { ImageSupport } from '../llm-client/llm-client.ts';

const { seesImages, imagesPerRequest } = modelSchema.unwrap().shape;

/** An entry per model and service. A list, because names from a service could be those of an object's own properties. */
const learnedSchema = z
  .array(
    z
      .object({
        baseUrl: z.string(),
        model: z.string(),
        seesImages,
        imagesPerRequest,
        /** What the service's list said about `seesImages` when this was learned. */
        listed: seesImages,
      })
      .readonly(),
  )
  .readonly();

/** What was learned about a model's images, and what its list said then. */
export interface LearnedSupport extends ImageSupport {
  readonly listed?: boolean;
}

/** What trying has told about the images that models take: `image-support.json` in the data folder. */
export type LearnedImages = Awaited<ReturnType<typeof openLearnedImages>>;

/** Opens what was learned about the images that models take. */
export async function openLearnedImages(folder: string, onInvalid?: ReportInvalid) {
  const document = await openDocument({
    file: path.join(folder, 'image-support.json'),
    version: 1,
    schema: learnedSchema,
    initial: [],
    onInvalid,
  });
  const find = (baseUrl: string, model: string) => document.read().find((entry) => entry.baseUrl === baseUrl && entry.model === model);
  return {
    settled: document.settled,
    read: (baseUrl: string, model: string): LearnedSupport => {
      const { baseUrl: _baseUrl, model: _model, ...learned } = find(baseUrl, model) ?? { baseUrl, model };
      return learned;
    },
    learn: (baseUrl: string, model: string, learned: LearnedSupport) => {
      const before = find(baseUrl, model);
      const { listed: _listed, ...rest } = before ?? { baseUrl, model };
      return document.change((entries) => [...entries.filter((entry) => entry !== before), { ...rest, ...learned }]);
    },
  };
}
