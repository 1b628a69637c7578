import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problems } from '../../../contract/errors.ts';
import { loadConfig } from '../../platform/config.ts';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createAttendee } from '../../testing/attendees.ts';
import { type AppleChain, appleChain, hasOpenssl, teamId, typeId } from '../../testing/wallet-keys.ts';
import { unzip } from '../../testing/zip.ts';

describe.skipIf(!hasOpenssl)('a pass for Apple Wallet', () => {
  let chain: AppleChain;
  let site: TestApp;
  let ada: TestActor;
  let grace: TestActor;
  beforeAll(async () => {
    chain = appleChain();
    site = await createTestApp({ apple: loadConfig({ ...chain.environment, DATA_DIR: chain.folder }).apple });
    ada = await createAttendee(site, { name: 'Ada Lovelace 艾达' });
    grace = await signUpAdmin(site);
  });
  afterAll(async () => {
    chain.remove();
    await site.close();
  });

  const asked = (as: TestActor, whose = as) => as.call('GET', `/wallet/apple/${whose.id}`);
  const status = async (as: TestActor, whose?: TestActor) => (await asked(as, whose)).statusCode;
  const filesOf = async (as: TestActor) => unzip((await asked(as)).rawPayload);
  const json = (files: Map<string, Buffer>, name: string) => JSON.parse(String(files.get(name)));

  /** Unpacks a pass beside the certificates, for OpenSSL to look at. */
  function unpack(files: Map<string, Buffer>): string {
    const folder = mkdtempSync(path.join(chain.folder, 'pass-'));
    for (const [name, content] of files) writeFileSync(path.join(folder, name), content);
    return path.basename(folder);
  }
  const verify = (folder: string, root = 'root.pem') =>
    chain.openssl(
      'cms',
      '-verify',
      '-binary',
      '-inform',
      'DER',
      '-in',
      `${folder}/signature`,
      '-content',
      `${folder}/manifest.json`,
      '-CAfile',
      root,
      '-purpose',
      'any',
      '-out',
      '/dev/null',
    );

  test('goes only to its own approved person', async () => {
    expect(await status(anonymous(site), ada)).toBe(401);
    expect(await status(grace, ada)).toBe(403);
    expect(await status(await createAttendee(site), ada)).toBe(403);
    expect(await status(await signUp(site))).toBe(403);
    expect(await status(await createAttendee(site, { status: 'pending' }))).toBe(403);
    expect(await status(await createAttendee(site, { status: 'rejected' }))).toBe(403);
    expect((await ada.call('GET', '/wallet/apple/me')).statusCode).toBe(404);
  });

  test('is a file that phones open and caches do not store', async () => {
    const { statusCode, headers } = await asked(ada);
    expect([
      statusCode,
      headers['content-type'],
      headers['cache-control'],
      headers['content-disposition'],
    ]).toEqual([200, 'application/vnd.apple.pkpass', 'no-store', 'attachment; filename="check-in.pkpass"']);
  });

  test('is signed by the certificate and its issuer according to OpenSSL, with the hash of every file', async () => {
    const files = await filesOf(ada);
    const folder = unpack(files);
    verify(folder);
    const manifest: Record<string, string> = json(files, 'manifest.json');
    const content = [...files.keys()].filter((name) => !['manifest.json', 'signature'].includes(name)).sort();
    expect(content).toEqual(
      ['icon', 'logo']
        .flatMap((name) => ['.png', '@2x.png', '@3x.png'].map((end) => name + end))
        .concat('pass.json')
        .sort(),
    );
    expect(Object.keys(manifest).sort()).toEqual(content);
    const digests = chain.openssl('dgst', '-sha1', '-r', ...content.map((name) => `${folder}/${name}`));
    const seen = digests
      .trim()
      .split('\n')
      .map((line) => line.replace(`*${folder}/`, '').split(' ').reverse());
    expect(Object.fromEntries(seen)).toEqual(manifest);
  });

  test('OpenSSL refuses it once a byte is changed, and under another root', async () => {
    const files = await filesOf(ada);
    const other = appleChain();
    writeFileSync(path.join(chain.folder, 'other.pem'), other.read('root.pem'));
    other.remove();
    expect(() => verify(unpack(files), 'other.pem')).toThrow(/unable to get (local )?issuer certificate/);
    files.set('manifest.json', Buffer.from(String(files.get('manifest.json')).replace('icon', 'Icon')));
    expect(() => verify(unpack(files))).toThrow(/digest failure|verification failure/i);
  });

  test('shows the event, the person, and the pass of the dashboard', async () => {
    const pass = json(await filesOf(ada), 'pass.json');
    expect(pass).toMatchObject({
      formatVersion: 1,
      passTypeIdentifier: typeId,
      teamIdentifier: teamId,
      organizationName: 'Overnight 2025',
      description: 'Check-in pass for Overnight 2025',
      relevantDate: '2025-09-20T15:30:00.000Z',
      sharingProhibited: true,
    });
    expect(pass.eventTicket.primaryFields).toEqual([{ key: 'name', label: 'Hacker', value: ada.name }]);
    expect(pass.eventTicket.secondaryFields.map(({ value }: { value: string }) => value)).toEqual([
      'Hacker Track',
      'ECG 101',
    ]);
    expect(pass.barcodes).toEqual([
      { format: 'PKBarcodeFormatQR', messageEncoding: 'utf-8', message: expect.any(String) },
    ]);
    expect(JSON.parse(pass.barcodes[0].message)).toEqual({
      userId: ada.id,
      name: ada.name,
      t: expect.any(String),
    });
    expect(JSON.stringify({ ...pass, barcodes: [] })).not.toContain(ada.id);
  });

  test('after a renewal it replaces the old one, which is refused at check-in', async () => {
    const bob = await createAttendee(site);
    const before = json(await filesOf(bob), 'pass.json');
    expect((await bob.call('POST', `/users/${bob.id}/pass`)).statusCode).toBe(200);
    const after = json(await filesOf(bob), 'pass.json');
    expect(after.serialNumber).toBe(before.serialNumber);
    const enter = async ({ barcodes: [{ message }] }: typeof before) => {
      const { userId, t } = JSON.parse(message);
      const answer = await grace.call('POST', '/applications/check-in', { userId, pass: t });
      return [answer.statusCode, answer.json().message];
    };
    expect(await enter(before)).toEqual([400, problems.invalid_pass.message]);
    expect(await enter(after)).toEqual([200, 'Checked in']);
  });

  test('every person has a serial number of their own', async () => {
    const [one, two] = [
      json(await filesOf(ada), 'pass.json'),
      json(await filesOf(await createAttendee(site)), 'pass.json'),
    ];
    expect(one.serialNumber).toMatch(/^[\w-]{22}$/);
    expect(two.serialNumber).not.toBe(one.serialNumber);
  });
});

test('without certificates there is none: 503 with a sentence, and still 403 for others', async () => {
  const site = await createTestApp();
  const [ada, bob] = [await createAttendee(site), await createAttendee(site)];
  const answer = await ada.call('GET', `/wallet/apple/${ada.id}`);
  expect([answer.statusCode, answer.json().message]).toEqual([
    503,
    'Mobile wallet passes are not set up for this event.',
  ]);
  expect((await bob.call('GET', `/wallet/apple/${ada.id}`)).statusCode).toBe(403);
  await site.close();
});
