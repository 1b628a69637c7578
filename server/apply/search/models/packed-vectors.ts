/** The bytes of the scale before each vector. */
const packedHead = 4;

/** Packs vectors, one byte per number after a scale: a quarter of the size, with 1% precision. */
export function packVectors(vectors: readonly Float32Array[]): Buffer {
  const dimension = vectors[0]?.length ?? 0;
  const packed = Buffer.alloc(vectors.length * (packedHead + dimension));
  for (const [at, vector] of vectors.entries()) {
    const start = at * (packedHead + dimension);
    const scale = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127;
    packed.writeFloatLE(scale, start);
    for (let i = 0; i < dimension; i++)
      packed.writeInt8(Math.round((vector[i] ?? 0) / scale), start + packedHead + i);
  }
  return packed;
}

export interface Vectors {
  dimension: number;
  scales: Float32Array;
  numbers: Int8Array;
}

export function unpackVectors(packed: Buffer, dimension: number): Vectors {
  const count = packed.length / (packedHead + dimension);
  const scales = new Float32Array(count);
  const numbers = new Int8Array(count * dimension);
  for (let at = 0; at < count; at++) {
    const start = at * (packedHead + dimension);
    scales[at] = packed.readFloatLE(start);
    numbers.set(
      new Int8Array(packed.buffer, packed.byteOffset + start + packedHead, dimension),
      at * dimension,
    );
  }
  return { dimension, scales, numbers };
}

/** Returns the vector nearest to a unit vector, and their cosine. */
export function findNearest(
  { dimension, scales, numbers }: Vectors,
  to: Float32Array,
): { cosine: number; at: number } {
  let best = { cosine: -1, at: -1 };
  for (let at = 0, start = 0; at < scales.length; at++, start += dimension) {
    let sum = 0;
    for (let i = 0; i < dimension; i++) sum += numbers[start + i]! * to[i]!;
    const cosine = sum * scales[at]!;
    if (cosine > best.cosine) best = { cosine, at };
  }
  return best;
}
