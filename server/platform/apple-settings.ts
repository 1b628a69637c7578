import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';

/** The certificate and key that sign Apple passes, after the checks. */
export interface AppleSettings {
  typeId: string;
  teamId: string;
  cert: string;
  key: string;
  wwdr: string;
  /** When the first of the two certificates expires. */
  validTo: Date;
}

type Given = Pick<AppleSettings, 'typeId' | 'teamId' | 'cert' | 'key' | 'wwdr'> & { keyPassphrase?: string };

function attempt<T>(make: () => T, mistake: string, mistakes: string[]): T | undefined {
  try {
    return make();
  } catch {
    mistakes.push(mistake);
    return undefined;
  }
}

/** Returns a field of a certificate's subject, like `UID` or `OU`. */
function subjectField(cert: X509Certificate, name: string): string | undefined {
  const line = cert.subject.split('\n').find((one) => one.startsWith(`${name}=`));
  return line?.slice(name.length + 1);
}

function mismatches(given: Given, cert: X509Certificate, key: KeyObject, issuer: X509Certificate): string[] {
  const [typeId, teamId] = [subjectField(cert, 'UID'), subjectField(cert, 'OU')];
  const wrong: string[] = [];
  if (!cert.checkPrivateKey(key)) wrong.push('APPLE_PASS_KEY is not the key of APPLE_PASS_CERT.');
  if (typeId !== undefined && typeId !== given.typeId)
    wrong.push(`APPLE_PASS_TYPE_ID is ${given.typeId}, but APPLE_PASS_CERT is for ${typeId}.`);
  if (teamId !== undefined && teamId !== given.teamId)
    wrong.push(`APPLE_PASS_TEAM_ID is ${given.teamId}, but APPLE_PASS_CERT is for ${teamId}.`);
  if (!cert.checkIssued(issuer) || !cert.verify(issuer.publicKey))
    wrong.push(
      `APPLE_PASS_WWDR did not issue APPLE_PASS_CERT: look for the one of "${cert.issuer.split('\n').at(-1)}".`,
    );
  return wrong;
}

/** Checks that certificate, key, issuer and ids belong together; appends a sentence for each problem to `mistakes`. */
export function parseAppleSettings(given: Given, mistakes: string[]): AppleSettings {
  const { typeId, teamId, cert: certText, key: keyText, wwdr: issuerText, keyPassphrase } = given;
  const plain = { typeId, teamId, cert: certText, key: keyText, wwdr: issuerText, validTo: new Date(0) };
  // Missing settings are already in `mistakes`.
  if (!certText || !keyText || !issuerText) return plain;
  const cert = attempt(
    () => new X509Certificate(certText),
    'APPLE_PASS_CERT is not a certificate.',
    mistakes,
  );
  const issuer = attempt(
    () => new X509Certificate(issuerText),
    'APPLE_PASS_WWDR is not a certificate.',
    mistakes,
  );
  const key = attempt(
    () => createPrivateKey({ key: keyText, passphrase: keyPassphrase ?? '' }),
    'APPLE_PASS_KEY is not a private key, or APPLE_PASS_KEY_PASSPHRASE is the wrong passphrase.',
    mistakes,
  );
  if (!cert || !issuer || !key) return plain;
  if (key.asymmetricKeyType !== 'rsa') {
    mistakes.push('APPLE_PASS_KEY is not an RSA key.');
    return plain;
  }
  mistakes.push(...mismatches(given, cert, key, issuer));
  return {
    ...plain,
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    validTo: new Date(Math.min(cert.validToDate.getTime(), issuer.validToDate.getTime())),
  };
}
