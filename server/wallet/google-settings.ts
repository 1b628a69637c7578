import { createPrivateKey } from 'node:crypto';

/** Whose key signs links to Google Wallet. */
export interface ServiceAccount {
  email: string;
  privateKey: string;
}

/** Reads the JSON key of a service account; adds what is wrong with it, as a sentence, to `mistakes`. */
export function parseServiceAccount(json: string, mistakes: string[]): ServiceAccount {
  // A text that was not even found is told already.
  if (!json) return { email: '', privateKey: '' };
  try {
    const { client_email: email, private_key: privateKey } = JSON.parse(json) as Record<string, unknown>;
    if (typeof email === 'string' && typeof privateKey === 'string') {
      if (createPrivateKey(privateKey).asymmetricKeyType === 'rsa') return { email, privateKey };
    }
  } catch {
    // Said below, whatever it was.
  }
  mistakes.push('GOOGLE_WALLET_SERVICE_ACCOUNT is not the JSON key of a service account.');
  return { email: '', privateKey: '' };
}
