import { readFileSync } from 'node:fs';
import type { Event } from '../../../contract/event/event.ts';
import { colors } from '../../../contract/platform/colors.ts';
import { paths } from '../../../contract/platform/pages.ts';
import type { AppleSettings } from '../../platform/apple-settings.ts';
import type { WalletPass } from './wallet-pass.ts';

const image = (name: string) => readFileSync(new URL(`images/${name}`, import.meta.url));
const imageNames = ['icon.png', 'icon@2x.png', 'icon@3x.png', 'logo.png', 'logo@2x.png', 'logo@3x.png'];

const toRgb = (hex: string) =>
  `rgb(${hex
    .match(/\w\w/g)
    ?.map((pair) => Number.parseInt(pair, 16))
    .join(', ')})`;

/** Returns a pass as a signed file for Apple Wallet. On the phone it replaces an earlier one of the same person. */
export async function signApplePass(
  pass: WalletPass,
  event: Event,
  { typeId, teamId, cert, key, wwdr }: AppleSettings,
  publicUrl: URL,
): Promise<Buffer> {
  // Imported here, because it takes 0.1 s to load and only sites with a certificate need it.
  const { PKPass } = await import('passkit-generator');
  const file = new PKPass(
    Object.fromEntries(imageNames.map((name) => [name, image(name)])),
    { signerCert: cert, signerKey: key, wwdr },
    {
      passTypeIdentifier: typeId,
      teamIdentifier: teamId,
      serialNumber: pass.serial,
      organizationName: event.name,
      description: `Check-in pass for ${event.name}`,
      logoText: event.shortName ?? event.name,
      foregroundColor: toRgb(colors.paper),
      labelColor: toRgb(colors.butter),
      backgroundColor: toRgb(colors.ink),
      sharingProhibited: true,
    },
  );
  file.type = 'eventTicket';
  file.primaryFields.push({ key: 'name', label: 'Hacker', value: pass.name });
  file.secondaryFields.push(
    { key: 'track', label: 'Track', value: pass.track },
    { key: 'place', label: 'Place', value: event.place, textAlignment: 'PKTextAlignmentRight' },
  );
  file.auxiliaryFields.push({ key: 'dates', label: 'When', value: event.dates.label });
  file.backFields.push(
    { key: 'event', label: 'Event', value: event.name },
    {
      key: 'renew',
      label: 'Refused at check-in?',
      value: `If you have asked for a new pass, this one is void. Add the new one from ${new URL(paths.dashboard, publicUrl).href}`,
    },
  );
  file.setBarcodes({
    format: 'PKBarcodeFormatQR',
    message: pass.toCode(pass.name),
    messageEncoding: 'utf-8',
  });
  file.setRelevantDate(pass.opens);
  return file.getAsBuffer();
}
