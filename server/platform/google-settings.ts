import { createPrivateKey } from 'node:crypto';

/** The account whose key signs links to Google Wallet. */
export interface ServiceAccount {
  email: string;
  privateKey: string;
}

/** Parses a service account's JSON key; appends a sentence to `mistakes` if it is not one. */
export function parseServiceAccount(json: string, mistakes: string[]): ServiceAccount {
  // A missing setting is already in `mistakes`.
  if (!json) return { email: '', privateKey: '' };
  try {
    const { client_email: email, private_key: privateKey } = JSON.parse(json) as Record<string, unknown>;
    if (typeof email === 'string' && typeof privateKey === 'string') {
      if (createPrivateKey(privateKey).asymmetricKeyType === 'rsa') return { email, privateKey };
    }
  } catch {
    // The sentence below covers this.
  }
  mistakes.push('GOOGLE_WALLET_SERVICE_ACCOUNT is not the JSON key of a service account.');
  return { email: '', privateKey: '' };
}
