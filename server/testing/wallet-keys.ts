import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const typeId = 'pass.org.example.overnight';
export const teamId = 'EXAMPLE123';
export const passphrase = 'owls at noon';

/** Whether this machine has OpenSSL's command line, which the tests of Apple passes need. */
export const hasOpenssl = (() => {
  try {
    return execFileSync('openssl', ['version'], { encoding: 'utf8' }).startsWith('OpenSSL');
  } catch {
    return false;
  }
})();

const configuration = `
[req]
distinguished_name = nobody
[nobody]
[authority]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign, cRLSign
[signer]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
`;

/** Certificates as Apple's are: a root, the one that it issues for developers, and one for passes with an encrypted key. */
export interface AppleChain {
  folder: string;
  /** The content of `root.pem`, `wwdr.pem`, `pass.pem` and `pass.key`. */
  read: (name: string) => string;
  openssl: (...words: string[]) => string;
  /** The variables that configure it. */
  environment: Record<string, string>;
  remove: () => void;
}

/** Makes such a chain, valid for so many days. Takes about a second. */
export function appleChain({ days = 400 } = {}): AppleChain {
  const folder = mkdtempSync(path.join(tmpdir(), 'overnight-wallet-'));
  const openssl = (...words: string[]) =>
    execFileSync('openssl', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  writeFileSync(path.join(folder, 'openssl.cnf'), configuration);
  const request = (name: string, subject: string, ...protect: string[]) =>
    openssl(
      'req',
      '-new',
      '-config',
      'openssl.cnf',
      '-newkey',
      'rsa:2048',
      ...protect,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
      '-subj',
      subject,
    );
  const sign = (name: string, kind: string, ...by: string[]) =>
    openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      ...by,
      '-days',
      String(days),
      '-extfile',
      'openssl.cnf',
      '-extensions',
      kind,
      '-out',
      `${name}.pem`,
    );
  const by = (issuer: string) => ['-CA', `${issuer}.pem`, '-CAkey', `${issuer}.key`, '-CAcreateserial'];
  request('root', '/CN=Test Root', '-nodes');
  sign('root', 'authority', '-signkey', 'root.key');
  request('wwdr', '/CN=Test Developer Relations', '-nodes');
  sign('wwdr', 'authority', ...by('root'));
  request('pass', `/UID=${typeId}/CN=Pass Type ID/OU=${teamId}/O=Example`, '-passout', `pass:${passphrase}`);
  sign('pass', 'signer', ...by('wwdr'));
  return {
    folder,
    openssl,
    read: (name) => readFileSync(path.join(folder, name), 'utf8'),
    environment: {
      APPLE_PASS_TYPE_ID: typeId,
      APPLE_PASS_TEAM_ID: teamId,
      APPLE_PASS_CERT: path.join(folder, 'pass.pem'),
      APPLE_PASS_KEY: path.join(folder, 'pass.key'),
      APPLE_PASS_KEY_PASSPHRASE: passphrase,
      APPLE_PASS_WWDR: path.join(folder, 'wwdr.pem'),
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** A service account of Google's kind: its JSON key, and the public key that its signatures are checked with. */
export function googleAccount(): { json: string; email: string; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const email = 'passes@overnight.iam.gserviceaccount.example';
  const json = JSON.stringify({ type: 'service_account', client_email: email, private_key: privateKey });
  return { json, email, publicKey };
}
