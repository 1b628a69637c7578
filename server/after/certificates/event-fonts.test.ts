import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { signUp, signUpAdmin } from '../../testing/actors.ts';
import { checkInAtEntrance } from '../../testing/after-event.ts';
import { createTestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { sendEventFile } from '../../testing/forms.ts';
import { createTestPicture } from '../../testing/pictures.ts';
import { splitIntoRuns } from './typefaces.ts';

test('a name in another script is printed with an uploaded font', async () => {
  const site = await createTestApp();
  const { event } = site.services;
  // A font that is at hand, with characters that no script has.
  const modules = path.join(import.meta.dirname, '../../../node_modules');
  const font = 'playwright-core/lib/vite/recorder/assets/codicon-DCmgc-ay.ttf';
  const uploaded = await sendEventFile(await signUpAdmin(site), await readFile(path.join(modules, font)));
  const { address } = uploaded.json();
  expect(address).toMatch(/^\/api\/event-files\//);
  const who = await signUp(site, { name: 'Ada \uea61' });
  await createApplicant(site, who);
  await checkInAtEntrance(site, who);
  const mine = () => who.call('GET', '/certificates/mine');
  site.services.event = { ...event, certificates: { fonts: [] } };
  expect((await mine()).json()).toMatchObject({ code: 'certificate_unprintable' });
  site.services.event = { ...event, certificates: { fonts: [address] } };
  const document = await getDocumentProxy(new Uint8Array((await mine()).rawPayload));
  const { text } = await extractText(document, { mergePages: true });
  expect(text).toContain('Ada \uea61');
  await site.close();
});

test('a font that is not uploaded is not saved, and one that is gone since stops no certificate', async () => {
  const site = await createTestApp();
  const grace = await signUpAdmin(site);
  const picture: string = (await sendEventFile(grace, await createTestPicture())).json().address;
  const gone = `/api/event-files/${crypto.randomUUID()}`;
  const { sections } = (await grace.call('GET', '/settings')).json();
  const { values, version } = sections.find(({ section }: { section: string }) => section === 'switches');
  for (const name of ['gone.ttf', picture, gone]) {
    const body = { values: { ...values, certificates: { fonts: [name] } } };
    const mistakes = { 'certificates.fonts.0': `${name} is not an uploaded font` };
    expect((await grace.call('POST', '/settings/switches/check', body)).json().mistakes).toEqual(mistakes);
    const saved = await grace.call('PUT', '/settings/switches', { version, ...body });
    expect(saved.json()).toMatchObject({ code: 'invalid_input', fields: mistakes });
  }

  const who = await signUp(site, { name: 'Ada Lovelace' });
  await createApplicant(site, who);
  await checkInAtEntrance(site, who);
  site.services.event = { ...site.services.event, certificates: { fonts: [gone] } };
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
