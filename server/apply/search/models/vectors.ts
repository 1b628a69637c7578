/** The bytes of the scale before each packed vector. */
const packedHead = 4;

/** Packs vectors of one dimension, one byte per number after a scale: a quarter of the size, with 1% precision. */
export function packVectors(vectors: readonly Float32Array[]): Buffer {
  return Buffer.concat(
    vectors.map((vector) => {
      const packed = Buffer.alloc(packedHead + vector.length);
      const scale = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127;
      packed.writeFloatLE(scale);
      for (const [at, value] of vector.entries())
        packed.writeInt8(Math.round(value / scale), packedHead + at);
      return packed;
    }),
  );
}

/** Returns the position of the packed vector nearest to a unit vector, of some of them, and their cosine. */
export function findNearest(
  packed: Buffer,
  to: Float32Array,
  isCompared: (at: number) => boolean = () => true,
): { cosine: number; at: number } {
  const numbers = new Int8Array(packed.buffer, packed.byteOffset, packed.length);
  const size = packedHead + to.length;
  let best = { cosine: -1, at: -1 };
  for (let start = 0; start < packed.length; start += size) {
    if (!isCompared(start / size)) continue;
    const cosine = multiply(numbers, start + packedHead, to) * packed.readFloatLE(start);
    if (cosine > best.cosine) best = { cosine, at: start / size };
  }
  return best;
}

/** Returns the sum of the products of a vector with numbers from a position on: four sums take a third of the time of one. */
function multiply(numbers: Int8Array, from: number, to: Float32Array): number {
  // Numbers that a loop adds to are fast only when each is declared by itself.
  let one = 0;
  let two = 0;
  let three = 0;
  let four = 0;
  let at = 0;
  for (; at + 3 < to.length; at += 4) {
    one += numbers[from + at]! * to[at]!;
    two += numbers[from + at + 1]! * to[at + 1]!;
    three += numbers[from + at + 2]! * to[at + 2]!;
    four += numbers[from + at + 3]! * to[at + 3]!;
  }
  for (; at < to.length; at++) one += numbers[from + at]! * to[at]!;
  return one + two + three + four;
}

/** Returns the signs of packed vectors, a bit for each number that is above zero, a multiple of three words for each vector. */
export function toSigns(packed: Buffer, dimension: number): Uint32Array {
  const [size, words] = [packedHead + dimension, 3 * Math.ceil(dimension / 96)];
  const signs = new Uint32Array((packed.length / size) * words);
  const numbers = new Int8Array(packed.buffer, packed.byteOffset, packed.length);
  for (let vector = 0; vector < packed.length / size; vector++)
    for (let at = 0; at < dimension; at++)
      if (numbers[vector * size + packedHead + at]! > 0) signs[vector * words + (at >> 5)]! |= 1 << (at & 31);
  return signs;
}

/** Returns in how many signs a vector, by where its signs start, differs from another: a tenth of the work of its cosine. */
export function countDifferentSigns(signs: Uint32Array, other: Uint32Array, start: number): number {
  let different = 0;
  for (let at = 0; at < other.length; at += 3)
    different += sumBits(
      countBits(signs[start + at]! ^ other[at]!) +
        countBits(signs[start + at + 1]! ^ other[at + 1]!) +
        countBits(signs[start + at + 2]! ^ other[at + 2]!),
    );
  return different;
}

/** Returns the number of bits in each four bits of a word. Source: Warren, Hacker's Delight, 5-1. */
function countBits(word: number): number {
  const bits = word - ((word >>> 1) & 0x55555555);
  return (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
}

/** Returns the sum of the numbers in each four bits of a word: of three words, none is above twelve. */
const sumBits = (word: number): number =>
  Math.imul((word & 0x0f0f0f0f) + ((word >>> 4) & 0x0f0f0f0f), 0x01010101) >>> 24;
