import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { listFontMistakes } from '../../event/event-fonts.ts';
import { signUp, signUpAdmin } from '../../testing/actors.ts';
import { checkInAtEntrance } from '../../testing/after-event.ts';
import { createTestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { splitIntoRuns } from './typefaces.ts';

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

test('a font that is not there, or none, is named', async () => {
  const say = async (name: string) =>
    (await listFontMistakes({ certificates: { fonts: [name] } })).map(({ sentence }) => sentence);
  for (const name of ['missing.ttf', '../package.json'])
    expect(await say(name)).toEqual([`certificates, fonts: ${name} is not a font in event/fonts`]);
  expect(await say('../../server/after/certificates/fonts/noto-sans-latin.ttf')).toEqual([]);
});

test('a font that is not there is not saved, and one that is gone since stops no certificate', async () => {
  const site = await createTestApp();
  const grace = await signUpAdmin(site);
  const certificates = { fonts: ['gone.ttf'] };
  const mistakes = { 'certificates.fonts.0': 'gone.ttf is not a font in event/fonts' };
  const { sections } = (await grace.call('GET', '/settings')).json();
  const { values, version } = sections.find(({ section }: { section: string }) => section === 'switches');
  const body = { values: { ...values, certificates } };
  expect((await grace.call('POST', '/settings/switches/check', body)).json()).toEqual({ mistakes });
  const saved = await grace.call('PUT', '/settings/switches', { version, ...body });
  expect(saved.json()).toMatchObject({ code: 'invalid_input', fields: mistakes });

  const who = await signUp(site, { name: 'Ada Lovelace' });
  await createApplicant(site, who);
  await checkInAtEntrance(site, who);
  site.services.event = { ...site.services.event, certificates };
  expect((await who.call('GET', '/certificates/mine')).statusCode).toBe(200);
  expect((await grace.call('GET', '/certificates')).json()).toEqual({ count: 1, unprintable: [] });
  await site.close();
});

test('words of a script from right to left are drawn from the right', () => {
  const font = { hasGlyphForCodePoint: () => true } as never;
  const typeface = { key: 'any', content: Buffer.of(), font };
  const runs = (name: string) => splitIntoRuns([typeface], name).runs.map(({ text }) => text);
  expect(runs('محمد العربي')).toEqual(['العربي', ' ', 'محمد']);
  expect(runs('יעל כהן')).toEqual(['כהן', ' ', 'יעל']);
  expect(runs('Ada Lovelace')).toEqual(['Ada Lovelace']);
});
