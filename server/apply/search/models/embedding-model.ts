import { z } from 'zod';
import { modelName } from '../../../../packages/embedding/model-name.ts';
import type { Services } from '../../../platform/services.ts';
import { createEmbeddingProcess } from './embedding-process.ts';
import { askModel, type ModelEndpoint, ModelUnavailable } from './endpoint.ts';
import { passagesVersion } from './passages.ts';

/** What turns texts into vectors: the program's own model, or a server of the settings. */
export interface EmbeddingModel {
  /** With the version of the passages: vectors of another name are made again. */
  name: string;
  /** Whether texts leave this machine. */
  isRemote: boolean;
  /** Milliseconds that a search waits for it. */
  timeout: number;
  /** Returns vectors of length 1 in the order of the texts. Texts of one `purpose` never wait for all of another. Throws ModelUnavailable. */
  embed(texts: readonly string[], purpose: 'search' | 'index', signal: AbortSignal): Promise<Float32Array[]>;
  /** Starts it for a search that may follow. */
  prepare(): void;
}

const toName = (model: string): string => `${model}, passages ${passagesVersion}`;

const ownTimeout = 2500;
const processes = new WeakMap<object, ReturnType<typeof createEmbeddingProcess>>();

/** Returns the model of a running program, by its services; undefined when the settings turn it off. */
export function getEmbeddingModel(services: Pick<Services, 'config'>): EmbeddingModel | undefined {
  const { embeddings } = services.config;
  if (!embeddings) return undefined;
  if (embeddings !== 'built-in')
    return {
      name: toName(embeddings.model),
      isRemote: true,
      timeout: embeddings.timeout,
      embed: (texts, _, signal) => embed(embeddings, texts, signal),
      prepare: () => undefined,
    };
  const process = processes.get(services) ?? createEmbeddingProcess();
  processes.set(services, process);
  return {
    name: toName(modelName),
    isRemote: false,
    timeout: ownTimeout,
    embed: (texts, key, signal) =>
      key === 'search' ? process.embedOften(texts, { key, signal }) : process.embed(texts, { key, signal }),
    prepare: () => {
      const signal = AbortSignal.timeout(ownTimeout);
      void process.embed(['hello'], { key: 'search', signal }).catch(() => undefined);
    },
  };
}

/** Ends the process of a running program's own model. */
export function closeEmbeddingModel(services: object): void {
  processes.get(services)?.close();
}

const batch = 64;
const maxDimension = 8192;
const answered = z.object({
  data: z.array(z.object({ index: z.int().optional(), embedding: z.array(z.number()).max(maxDimension) })),
});

/** Returns the unit vectors of texts in their order, all of one dimension. Throws ModelUnavailable. */
async function embed(
  endpoint: ModelEndpoint,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let from = 0; from < texts.length; from += batch) {
    const input = texts.slice(from, from + batch);
    const answer = answered.safeParse(
      await askModel(endpoint, 'embeddings', { input, encoding_format: 'float' }, signal),
    );
    if (!answer.success || answer.data.data.length !== input.length)
      throw new ModelUnavailable('its answer is not a vector for each text');
    const placed: (Float32Array | undefined)[] = Array(input.length).fill(undefined);
    for (const [at, { index = at, embedding }] of answer.data.data.entries()) placed[index] = unit(embedding);
    for (const vector of placed) {
      if (!vector || vector.length !== (vectors[0] ?? vector).length)
        throw new ModelUnavailable('its vectors are not of one dimension, one for each text');
      vectors.push(vector);
    }
  }
  return vectors;
}

function unit(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values);
  if (!(length > 0 && Number.isFinite(length))) throw new ModelUnavailable('a vector of it has no direction');
  return Float32Array.from(values, (value) => value / length);
}
