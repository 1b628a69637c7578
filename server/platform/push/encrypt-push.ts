import { createCipheriv, type ECDH, hkdfSync } from 'node:crypto';

/** A browser's keys for encryption: its public key (65 bytes) and a secret (16 bytes). */
export interface PushKeys {
  p256dh: Buffer;
  auth: Buffer;
}

const recordSize = 4096;
/** Marks the last record (RFC 8188, section 2). */
const lastRecord = Buffer.of(2);

const derive = (key: Buffer, salt: Buffer, info: string | Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/**
 * Encrypts a message of at most 3,993 bytes for one browser (RFC 8291, `aes128gcm` of RFC 8188), in one record. `sender` is a
 * key pair and `salt` 16 random bytes, both for this message only.
 */
export function encryptPush(
  message: Buffer,
  { p256dh, auth }: PushKeys,
  { sender, salt }: { sender: ECDH; salt: Buffer },
): Buffer {
  const publicKey = sender.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, publicKey]);
  const secret = derive(sender.computeSecret(p256dh), auth, info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordSize);
  return Buffer.concat([
    salt,
    size,
    Buffer.of(publicKey.length),
    publicKey,
    cipher.update(message),
    cipher.update(lastRecord),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}
