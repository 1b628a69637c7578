import { createHash, sign } from 'node:crypto';
import type { Event } from '../../../contract/event/event.ts';
import { colors } from '../../../contract/platform/colors.ts';
import type { ServiceAccount } from '../../platform/google-settings.ts';
import type { WalletPass } from './wallet-pass.ts';

const savePage = 'https://pay.google.com/gp/v/save/';

const words = (value: string) => ({ defaultValue: { language: 'en', value } });
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The part that all passes of the event share. Google stores it as first seen, so its id is a digest of its content. */
function ticketClass(issuerId: string, event: Event, opens: Date) {
  const content = {
    issuerName: event.shortName ?? event.name,
    eventName: words(event.name),
    venue: { name: words(event.place), address: words(event.place) },
    dateTime: { start: opens.toISOString() },
    hexBackgroundColor: colors.ink,
    reviewStatus: 'UNDER_REVIEW',
  };
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 12);
  return { id: `${issuerId}.${digest}`, ...content };
}

/**
 * Returns the link that adds a pass to Google Wallet: the pass as a JWT, signed (RS256) with the key of a service account.
 * Google stores a pass as first saved, so each version of a person's pass has an id of its own. The pass is short, because
 * Google allows links of at most 1,800 characters.
 */
export function createGoogleSaveLink(
  pass: WalletPass,
  event: Event,
  { issuerId, serviceAccount }: { issuerId: string; serviceAccount: ServiceAccount },
  publicUrl: URL,
): string {
  const shared = ticketClass(issuerId, event, pass.opens);
  const ticket = {
    id: `${issuerId}.${pass.serial}.${pass.version}`,
    classId: shared.id,
    state: 'ACTIVE',
    ticketHolderName: pass.name,
    barcode: { type: 'QR_CODE', value: pass.code },
  };
  const claims = {
    iss: serviceAccount.email,
    aud: 'google',
    typ: 'savetowallet',
    origins: [publicUrl.origin],
    payload: { eventTicketClasses: [shared], eventTicketObjects: [ticket] },
  };
  const signed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`;
  const signature = sign('RSA-SHA256', Buffer.from(signed), serviceAccount.privateKey);
  return `${savePage}${signed}.${signature.toString('base64url')}`;
}
