/** Far more than encoders write: about ten are usual. */
const maxScans = 50;

/**
 * Whether a JPEG has more than 50 scans. Each passes over the whole picture, however few bytes it has. Follows the markers as
 * the decoder does, in time proportional to the bytes.
 */
export function hasTooManyScans(bytes: Buffer): boolean {
  if (bytes.readUInt16BE(0) !== 0xffd8) return false;
  let scans = 0;
  for (let at = bytes.indexOf(0xff, 2); at >= 0; at = bytes.indexOf(0xff, at)) {
    while (bytes[at] === 0xff) at += 1;
    const marker = bytes[at++];
    if (marker === 0xd9 || at + 2 > bytes.length) return false;
    // Compressed data, and markers without a length.
    if (marker === 0 || marker === 1 || (marker! >= 0xd0 && marker! <= 0xd8)) continue;
    if (marker === 0xda) scans += 1;
    if (scans > maxScans) return true;
    at += Math.max(2, bytes.readUInt16BE(at));
  }
  return false;
}

/** Returns a PNG without its texts, which can unpack to gigabytes before the first pixel; any other picture as it is. */
export function removeTexts(bytes: Buffer): Buffer {
  if (!bytes.toString('latin1', 0, 4).endsWith('PNG')) return bytes;
  const kept: Buffer[] = [];
  let from = 0;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (['tEXt', 'zTXt', 'iTXt'].includes(bytes.toString('latin1', at + 4, at + 8))) {
      if (from < at) kept.push(bytes.subarray(from, at));
      from = end;
    }
    at = end;
  }
  return Buffer.concat([...kept, bytes.subarray(from)]);
}
