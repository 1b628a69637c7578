import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

/** What passed through a meter: its size in bytes, its SHA-256, its first 16 bytes. */
export interface Measured {
  size: number;
  sha256: Buffer;
  head: Buffer;
}

/** Returns a stream that measures what passes through it; `read` returns the result once, at the end. */
export function createMeter(): { through: Transform; read: () => Measured } {
  const hash = createHash('sha256');
  let size = 0;
  let head = Buffer.alloc(0);
  const through = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      size += chunk.length;
      hash.update(chunk);
      if (head.length < 16) head = Buffer.concat([head, chunk.subarray(0, 16)]).subarray(0, 16);
      pass(null, chunk);
    },
  });
  return { through, read: () => ({ size, sha256: hash.digest(), head: Buffer.from(head) }) };
}
