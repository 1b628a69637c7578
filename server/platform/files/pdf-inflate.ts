import { constants, inflateSync } from 'node:zlib';

const budget = 24_000_000;
const maxStreams = 5000;
const maxChain = 4;
const deflated = /FlateDecode|\/Fl\b/g;

/** Whether the compressed streams of a PDF inflate to more than 24 MB together; checked before a parser inflates them. */
export function exceedsInflateLimit(bytes: Buffer): boolean {
  let remaining = budget;
  let streams = 0;
  for (let at = bytes.indexOf('stream'); at >= 0; at = bytes.indexOf('stream', at + 6)) {
    if (bytes.toString('latin1', Math.max(0, at - 3), at) === 'end') continue;
    const before = bytes.toString('latin1', Math.max(0, at - 600), at);
    const filters = before.slice(before.lastIndexOf(' obj') + 1).match(deflated) ?? [];
    if (filters.length === 0) continue;
    streams += 1;
    if (streams > maxStreams) return true;
    let start = at + 6;
    if (bytes[start] === 13) start += 1;
    if (bytes[start] === 10) start += 1;
    let content = bytes.subarray(start);
    for (let filter = 0; filter < Math.min(filters.length, maxChain); filter++) {
      try {
        content = inflateSync(content, {
          maxOutputLength: Math.max(1, remaining),
          finishFlush: constants.Z_SYNC_FLUSH,
        });
      } catch (error) {
        if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') return true;
        break;
      }
      remaining -= content.length;
      if (remaining <= 0) return true;
    }
  }
  return false;
}
