import { day } from '../../../contract/platform/durations.ts';
import type { Config } from '../../platform/config.ts';

/** How long before its expiry a certificate is reported: getting a new one takes a day or two. */
const warningTime = 30 * day;

/** Returns what keeps passes from working (`wrong`), and how the mobile wallets are set up, or how to set them up. */
export function checkWallets({ apple, google }: Pick<Config, 'apple' | 'google'>, now: Date) {
  const wrong: string[] = [];
  const notes = [
    apple
      ? `Apple Wallet: passes of ${apple.typeId}, signed until ${apple.validTo.toISOString().slice(0, 10)}.`
      : 'Apple Wallet is off, and so its link: set APPLE_PASS_TYPE_ID, APPLE_PASS_TEAM_ID, APPLE_PASS_CERT, APPLE_PASS_KEY and APPLE_PASS_WWDR (docs/operations.md, Wallet passes).',
    google
      ? `Google Wallet: passes of issuer ${google.issuerId}, signed by ${google.serviceAccount.email}.`
      : 'Google Wallet is off, and so its link: set GOOGLE_WALLET_ISSUER_ID and GOOGLE_WALLET_SERVICE_ACCOUNT (docs/operations.md, Wallet passes).',
  ];
  const left = apple ? apple.validTo.getTime() - now.getTime() : warningTime;
  if (left <= 0)
    wrong.push('The certificate for Apple passes has ended: phones refuse new passes. Get a new one.');
  else if (left < warningTime)
    notes.push(`The certificate for Apple passes ends in ${Math.ceil(left / day)} days. Get a new one.`);
  return { wrong, notes };
}
