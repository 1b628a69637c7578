import { createHash, sign } from 'node:crypto';
import type { Event } from '../../../contract/event/event.ts';
import { colors } from '../../../contract/platform/colors.ts';
import type { ServiceAccount } from '../../platform/google-settings.ts';
import type { WalletPass } from './wallet-pass.ts';

const savePage = 'https://pay.google.com/gp/v/save/';

const words = (value: string) => ({ defaultValue: { language: 'en', value } });
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Google's limit for a link. */
const maxLength = 1800;

/**
 * The most bytes of JSON for names, tried in order: in the code (where stations need only the id), of the person, and of
 * the event and venue.
 */
const byteLimits = [
  { code: Infinity, holder: Infinity, event: Infinity },
  { code: 30, holder: Infinity, event: Infinity },
  { code: 30, holder: 120, event: Infinity },
  { code: 15, holder: 60, event: Infinity },
  { code: 15, holder: 60, event: 60 },
  { code: 15, holder: 30, event: 30 },
];

const countBytes = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2;
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Returns a text of at most this many bytes of JSON, cut between visible characters. */
function shorten(text: string, maxBytes: number): string {
  if (countBytes(text) <= maxBytes) return text;
  let short = '';
  for (const { segment } of letters.segment(text)) {
    if (countBytes(short + segment) > maxBytes - 3) break;
    short += segment;
  }
  return `${short.trimEnd()}…`;
}

/** The part that all passes of the event share. Google stores it as first seen, so its id is a digest of its content. */
function ticketClass(issuerId: string, event: Event, opens: Date, maxBytes: number) {
  const place = words(shorten(event.place, maxBytes));
  const content = {
    issuerName: shorten(event.shortName ?? event.name, maxBytes),
    eventName: words(shorten(event.name, maxBytes)),
    venue: { name: place, address: place },
    dateTime: { start: opens.toISOString() },
    hexBackgroundColor: colors.ink,
    reviewStatus: 'UNDER_REVIEW',
  };
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 12);
  return { id: `${issuerId}.${digest}`, ...content };
}

/**
 * Returns the link that adds a pass to Google Wallet: the pass as a JWT, signed (RS256) with the key of a service account.
 * Google stores a pass as first saved, so each version of a person's pass has an id of its own. Long names are cut, because
 * Google allows links of at most 1,800 characters.
 */
export function createGoogleSaveLink(
  pass: WalletPass,
  event: Event,
  { issuerId, serviceAccount }: { issuerId: string; serviceAccount: ServiceAccount },
  publicUrl: URL,
): string {
  let link = '';
  for (const limits of byteLimits) {
    const shared = ticketClass(issuerId, event, pass.opens, limits.event);
    const ticket = {
      id: `${issuerId}.${pass.serial}.${pass.version}`,
      classId: shared.id,
      state: 'ACTIVE',
      ticketHolderName: shorten(pass.name, limits.holder),
      barcode: { type: 'QR_CODE', value: pass.toCode(shorten(pass.name, limits.code)) },
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
    link = `${savePage}${signed}.${signature.toString('base64url')}`;
    if (link.length <= maxLength) break;
  }
  return link;
}
