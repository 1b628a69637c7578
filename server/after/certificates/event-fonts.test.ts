import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { signUp } from '../../testing/actors.ts';
import { checkInAtEntrance } from '../../testing/after-event.ts';
import { createTestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { requireFonts, splitIntoRuns } from './typefaces.ts';

test('a name in another script is printed with a font of the event', async () => {
  const site = await createTestApp();
  const { event } = site.services;
  // A font that is at hand, with characters that no script has; beside event/fonts.
  const font = '../../node_modules/playwright-core/lib/vite/recorder/assets/codicon-DCmgc-ay.ttf';
  const who = await signUp(site, { name: 'Ada \uea61' });
  await createApplicant(site, who);
  await checkInAtEntrance(site, who);
  const mine = () => who.call('GET', '/certificates/mine');
  site.services.event = { ...event, certificates: { fonts: [] } };
  expect((await mine()).json()).toMatchObject({ code: 'certificate_unprintable' });
  site.services.event = { ...event, certificates: { fonts: [font] } };
  const document = await getDocumentProxy(new Uint8Array((await mine()).rawPayload));
  const { text } = await extractText(document, { mergePages: true });
  expect(text).toContain('Ada \uea61');
  await site.close();
});

test('a font that is not there, or none, is named when the program starts', async () => {
  const refused = (name: string) => `certificates, fonts: ${name} is not a font in event/fonts`;
  for (const name of ['missing.ttf', '../event.ts'])
    await expect(requireFonts([name])).rejects.toThrow(refused(name));
  await requireFonts(['../../server/after/certificates/fonts/noto-sans-latin.ttf']);
});

test('words of a script from right to left are drawn from the right', () => {
  const font = { hasGlyphForCodePoint: () => true } as never;
  const typeface = { key: 'any', content: Buffer.of(), font };
  const runs = (name: string) => splitIntoRuns([typeface], name).runs.map(({ text }) => text);
  expect(runs('محمد العربي')).toEqual(['العربي', ' ', 'محمد']);
  expect(runs('יעל כהן')).toEqual(['כהן', ' ', 'יעל']);
  expect(runs('Ada Lovelace')).toEqual(['Ada Lovelace']);
});
