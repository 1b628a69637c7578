import { z } from 'zod';
import { askModel, type ModelEndpoint, ModelUnavailable } from './endpoint.ts';

const batch = 64;
const maxDimension = 8192;
const answered = z.object({
  data: z.array(z.object({ index: z.int().optional(), embedding: z.array(z.number()).max(maxDimension) })),
});

/** Returns the unit vectors of texts in their order, all of one dimension. Throws ModelUnavailable. */
export async function embed(
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
