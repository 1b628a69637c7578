import { createHash, sign } from 'node:crypto';
import type { Event } from '../../contract/event.ts';
import type { ServiceAccount } from './google-settings.ts';
import type { WalletPass } from './wallet-pass.ts';

const savePage = 'https://pay.google.com/gp/v/save/';

const words = (value: string) => ({ defaultValue: { language: 'en', value } });
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** What all passes of the event have in common. Google keeps it as first seen, so what it says is part of its name. */
function ticketClass(issuerId: string, event: Event, opens: Date) {
  const content = {
    issuerName: event.shortName ?? event.name,
    eventName: words(event.name),
    venue: { name: words(event.place), address: words(event.place) },
    dateTime: { start: opens.toISOString() },
    hexBackgroundColor: '#14183a',
    reviewStatus: 'UNDER_REVIEW',
  };
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 12);
  return { id: `${issuerId}.${digest}`, ...content };
}

/**
 * The link that puts a pass into Google Wallet: the pass itself as a JWT, signed (RS256) with the key of a service account.
 * Google keeps a pass as first saved, so each version of a person's pass is one of its own. It says little, because Google
 * wants links of 1,800 characters at most.
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
