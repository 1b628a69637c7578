import { type Event, findTrack } from '../../../contract/event/event.ts';
import type * as contract from '../../../contract/event-day/wallet.ts';
import { parseZonedTime } from '../../../contract/platform/zoned-time.ts';
import type { Call, HttpCall } from '../../platform/http/call.ts';
import { Download } from '../../platform/http/download.ts';
import { fail } from '../../platform/http/problem.ts';
import { sign } from '../../platform/secret.ts';
import type { Services } from '../../platform/services.ts';
import { findPassSubject } from '../check-in/participants.service.ts';
import { passText } from '../check-in/pass.ts';
import { signApplePass } from './apple-pass.ts';
import { createGoogleSaveLink } from './google-link.ts';
import { canGetWalletPass } from './wallet.policy.ts';
import type { WalletPass } from './wallet-pass.ts';

type Needed = Pick<Services, 'db' | 'config' | 'event'>;

function getOpeningTime({ schedule: [first], dates, timezone }: Event): Date {
  const clock = first?.date === dates.start ? first.items[0]?.start : undefined;
  return parseZonedTime(dates.start, clock ?? '00:00', timezone);
}

async function getWalletPass(
  services: Needed,
  { actor, params: { userId } }: Call<typeof contract.getAppleWalletPass>,
): Promise<WalletPass> {
  if (!canGetWalletPass(actor, userId)) fail('forbidden');
  const { db, config, event } = services;
  const holder = (await findPassSubject(db, userId)) ?? fail('forbidden');
  const serial = sign(config.secretKey, 'wallet serial', userId);
  return {
    serial: serial.subarray(0, 16).toString('base64url'),
    version: holder.passVersion,
    name: holder.name,
    track: findTrack(event, holder.track)?.title ?? holder.track,
    toCode: (name) => passText(services, { ...holder, name }),
    opens: getOpeningTime(event),
  };
}

/** Returns the current pass of an approved person as a signed file for Apple Wallet. Throws `forbidden` and `wallet_off`. */
export async function getAppleWalletPass(
  services: Needed,
  call: Call<typeof contract.getAppleWalletPass>,
): Promise<Download> {
  const pass = await getWalletPass(services, call);
  const settings = services.config.apple ?? fail('wallet_off');
  const signed = await signApplePass(pass, services.event, settings, services.config.publicUrl);
  return new Download('check-in.pkpass', signed);
}

/** Redirects to the link that adds an approved person's current pass to Google Wallet. Throws `forbidden` and `wallet_off`. */
export async function getGoogleWalletLink(
  services: Needed,
  call: HttpCall<typeof contract.getGoogleWalletLink>,
) {
  const pass = await getWalletPass(services, call);
  const settings = services.config.google ?? fail('wallet_off');
  const link = await createGoogleSaveLink(pass, services.event, settings, services.config.publicUrl);
  return call.reply.redirect(link);
}
