import { readdir } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { listFileProblems } from '../operations/doctor/doctor.service.ts';
import { deleteStoredFiles } from '../platform/files/files.service.ts';
import { stagingFolder } from '../platform/files/staging.ts';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createApplicant } from '../testing/applicants.ts';
import { sendPicture } from '../testing/forms.ts';
import { createPdf } from '../testing/pdf.ts';
import {
  createAnimatedPicture,
  createManyScans,
  createPhonePicture,
  createPictureWithTexts,
  createTestPicture,
} from '../testing/pictures.ts';
import { projectText, saveText, setDeadline, submitTestProject } from '../testing/projects.ts';
import { listStoredKeys } from '../testing/stored-files.ts';
import { createTestTeam, expectInvariants } from '../testing/teams.ts';
import { unzip } from '../testing/zip.ts';

let site: TestApp;
let organizer: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  organizer = await signUpAdmin(site);
});
afterAll(() => site.close());
beforeEach(() => setDeadline(site, 3_600_000));

async function team(members = 2) {
  const made = await createTestTeam(site, members);
  for (const member of made.members) await createApplicant(site, member);
  return made;
}

async function approved(): Promise<TestActor> {
  const ada = await signUp(site);
  await createApplicant(site, ada);
  return ada;
}

const mine = async (who: TestActor) => (await who.call('GET', '/projects/mine')).json();
const code = (answer: { json: () => { code: string } }) => answer.json().code;
const read = (who: TestActor, url: string, headers = {}) =>
  who.call('GET', url.replace(/^\/api/, ''), undefined, { headers });
const openGallery = (galleryOpen: boolean) => organizer.call('PUT', '/projects/switches', { galleryOpen });

test('a picture is encoded anew in two sizes, upright and without metadata', async () => {
  const ada = await approved();
  const added = await sendPicture(ada, await createPhonePicture(), 'Our robot');
  expect(added.statusCode).toBe(201);
  const [picture] = added.json().pictures;
  expect(picture).toMatchObject({ alternativeText: 'Our robot', width: 480, height: 640 });
  const [large, thumbnail] = [await read(ada, picture.url), await read(ada, picture.thumbnailUrl)];
  for (const [answer, format] of [
    [large, 'jpeg'],
    [thumbnail, 'webp'],
  ] as const) {
    const stored = await sharp(answer.rawPayload).metadata();
    expect(stored).toMatchObject({ format, width: 480, height: 640 });
    expect([stored.exif, stored.orientation, stored.icc, stored.xmp]).toEqual(Array(4).fill(undefined));
    expect(answer.headers).toMatchObject({
      'content-type': `image/${format}`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
    expect(answer.rawPayload.includes('Canary')).toBe(false);
  }
  const big = await sendPicture(ada, await createTestPicture({ format: 'webp', width: 4000, height: 2000 }));
  const second = big.json().pictures[1];
  expect(second).toMatchObject({ width: 1600, height: 800 });
  expect(await sharp((await read(ada, second.thumbnailUrl)).rawPayload).metadata()).toMatchObject({
    width: 640,
  });
  await expectInvariants(site);
  expect(await listFileProblems(site.services)).toEqual([]);
});

test('what is no still picture of a usable size is refused with its reason, and nothing is lost', async () => {
  const ada = await approved();
  await saveText(ada, 0, { title: 'Stays' });
  await sendPicture(ada, await createTestPicture());
  const before = await listStoredKeys(site.services.config.dataDir);
  const sound = await createTestPicture({ format: 'jpeg', width: 2000, height: 1500 });
  const hundredMegapixels = await createTestPicture({ width: 12_000, height: 9000 });
  expect(hundredMegapixels.length).toBeLessThan(2_000_000);
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const animatedPng = Buffer.from(await createTestPicture());
  animatedPng.write('acTL', 37);
  for (const [picture, status, expected] of [
    [Buffer.from(svg), 415, 'picture_unreadable'],
    [Buffer.from(`\xff\xd8\xff${svg}`, 'latin1'), 415, 'picture_unreadable'],
    [createPdf(), 415, 'picture_unreadable'],
    [Buffer.concat([Buffer.from('\xff\xd8\xff', 'latin1'), createPdf()]), 415, 'picture_unreadable'],
    [sound.subarray(0, sound.length / 2), 415, 'picture_unreadable'],
    [Buffer.from('GIF89a, which moves'), 415, 'picture_unreadable'],
    [Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'), 415, 'picture_heic'],
    [await createAnimatedPicture(), 415, 'picture_animated'],
    [animatedPng, 415, 'picture_animated'],
    [hundredMegapixels, 413, 'picture_too_many_pixels'],
    [Buffer.alloc(10_485_761, sound), 413, 'picture_too_large'],
    [undefined, 400, 'invalid_input'],
  ] as const) {
    const answer = await sendPicture(ada, picture);
    expect([answer.statusCode, code(answer)]).toEqual([status, expected]);
  }
  expect(await mine(ada)).toMatchObject({ version: 1, text: { title: 'Stays' }, pictures: [{}] });
  expect(await listStoredKeys(site.services.config.dataDir)).toEqual(before);
  expect(await readdir(stagingFolder(site.services.config.dataDir))).toEqual([]);
  expect((await sendPicture(ada, sound)).statusCode).toBe(201);
});

test('pictures have alternative texts and an order; the version of the text stays', async () => {
  const { leader, members } = await team();
  await saveText(leader, 0);
  for (const color of ['#111111', '#222222', '#333333'])
    await sendPicture(members[1]!, await createTestPicture({ color }), color);
  const { pictures } = await mine(leader);
  const third = pictures[2]._id;
  const moved = await leader.call('PUT', `/projects/mine/pictures/${third}`, {
    place: 0,
    alternativeText: 'First',
  });
  const texts = (answer: { pictures: { alternativeText: string }[] }) =>
    answer.pictures.map(({ alternativeText }) => alternativeText);
  expect([moved.json().version, texts(moved.json())]).toEqual([1, ['First', '#111111', '#222222']]);
  const deleted = await leader.call('DELETE', `/projects/mine/pictures/${pictures[0]._id}`);
  expect(texts(deleted.json())).toEqual(['First', '#222222']);
  expect((await read(leader, pictures[0].url)).statusCode).toBe(404);
  const stranger = await approved();
  for (const method of ['PUT', 'DELETE'] as const) {
    const body = method === 'PUT' ? { place: 0 } : undefined;
    expect((await stranger.call(method, `/projects/mine/pictures/${third}`, body)).statusCode).toBe(404);
  }
  await expectInvariants(site);
});

test('a JPEG with more scans than encoders write is refused, however they are hidden', async () => {
  const ada = await approved();
  expect((await sendPicture(ada, await createTestPicture({ format: 'jpeg' }))).statusCode).toBe(201);
  const progressive = await sharp(await createTestPicture())
    .jpeg({ progressive: true })
    .toBuffer();
  for (const allowed of [progressive, createManyScans(50)])
    expect((await sendPicture(ada, allowed)).statusCode).toBe(201);
  // A segment of no length has two bytes to the decoder; further marks may stand before a marker.
  const empty = Buffer.from([0xff, 0xe1, 0, 0]);
  for (const between of [Buffer.alloc(0), empty, Buffer.from([0xff, 0xff]), Buffer.from([0, 7, 0xff, 0x01])])
    expect(code(await sendPicture(ada, createManyScans(60, between)))).toBe('picture_unreadable');
  expect(code(await sendPicture(ada, createManyScans(3000)))).toBe('picture_unreadable');
});

test('texts of a PNG that unpack to gigabytes are not unpacked', async () => {
  const ada = await approved();
  for (const kind of ['zTXt', 'iTXt'] as const)
    expect((await sendPicture(ada, createPictureWithTexts(kind, 400))).statusCode).toBe(201);
});

test('many pictures of one project take turns with those of others, and few of them wait', async () => {
  const [ada, grace] = [await approved(), await approved()];
  const large = await createTestPicture({ width: 7000, height: 7000 });
  const encode = vi.spyOn(site.services.pictures, 'encode');
  const finished: string[] = [];
  const send = async (who: TestActor, name: string, picture: Buffer) => {
    const { statusCode } = await sendPicture(who, picture);
    finished.push(`${name} ${statusCode}`);
  };
  const flood = Array.from({ length: 14 }, () => send(ada, 'many', large));
  await vi.waitFor(() => expect(encode).toHaveBeenCalledTimes(14), { timeout: 60_000, interval: 20 });
  const countMany = () => finished.filter((each) => each === 'many 201').length;
  const one = send(grace, 'one', await createTestPicture());
  await vi.waitFor(() => expect(encode).toHaveBeenCalledTimes(15), { timeout: 60_000, interval: 20 });
  const already = countMany();
  await one;
  const before = countMany() - already;
  await Promise.all(flood);
  encode.mockRestore();
  expect(finished.filter((each) => each === 'one 201')).toHaveLength(1);
  expect(before).toBeLessThanOrEqual(2);
  // The first, and the five that may wait, of which a project has places for four.
  expect(finished.filter((each) => each === 'many 503').length).toBeGreaterThanOrEqual(8);
}, 120_000);

test('a sixth picture is refused without being opened', async () => {
  const ada = await approved();
  const picture = await createTestPicture();
  for (let count = 0; count < 5; count += 1) expect((await sendPicture(ada, picture)).statusCode).toBe(201);
  const encode = vi.spyOn(site.services.pictures, 'encode');
  expect(code(await sendPicture(ada, picture))).toBe('pictures_full');
  expect(code(await sendPicture(ada, Buffer.from('no picture')))).toBe('pictures_full');
  expect(encode).not.toHaveBeenCalled();
  encode.mockRestore();
  expect((await mine(ada)).pictures).toHaveLength(5);
});

test('pictures change until the deadline, by whom the project may be changed; one that arrived in time counts', async () => {
  const [ada, pending] = [await approved(), await signUp(site)];
  const picture = await createTestPicture();
  await createApplicant(site, pending, { status: 'pending' });
  expect(code(await sendPicture(pending, picture))).toBe('project_not_approved');
  await sendPicture(ada, picture);
  setDeadline(site, 500);
  const { encode } = site.services.pictures;
  site.services.pictures.encode = async (...task) => {
    site.advance(1000);
    return encode(...task);
  };
  expect((await sendPicture(ada, picture)).statusCode).toBe(201);
  site.services.pictures.encode = encode;
  const { pictures } = await mine(ada);
  expect(pictures).toHaveLength(2);
  const target = `/projects/mine/pictures/${pictures[0]._id}`;
  for (const answer of [
    await sendPicture(ada, picture),
    await ada.call('PUT', target, { place: 1 }),
    await ada.call('DELETE', target),
  ])
    expect([answer.statusCode, code(answer)]).toEqual([409, 'project_closed']);
});

test('a picture is for members and organizers until its project is in the gallery, and then cached for long', async () => {
  const { leader, members } = await team();
  await submitTestProject(leader, { title: 'Pictured' });
  await sendPicture(leader, await createTestPicture());
  const [{ url }] = (await mine(leader)).pictures;
  const stranger = await approved();
  for (const member of [leader, members[1]!, organizer]) {
    const { statusCode, headers } = await read(member, url);
    expect([statusCode, headers['cache-control']]).toEqual([200, 'private, no-cache']);
    expect((await read(member, url, { 'if-none-match': headers.etag })).statusCode).toBe(304);
  }
  for (const other of [anonymous(site), stranger]) expect((await read(other, url)).statusCode).toBe(404);
  await openGallery(true);
  for (const other of [anonymous(site), stranger]) {
    const { statusCode, headers } = await read(other, url);
    expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
  }
  const { projects } = (await organizer.call('GET', '/projects')).json();
  const own = projects.find(({ title }: { title: string }) => title === 'Pictured');
  await organizer.call('PUT', `/projects/${own._id}/hidden`, { hidden: true });
  expect((await read(anonymous(site), url)).statusCode).toBe(404);
  expect((await read(leader, url)).statusCode).toBe(200);
  await openGallery(false);
});

test('pictures are in the data that people download, and go with the project of a deleted account', async () => {
  const ada = await approved();
  await saveText(ada, 0, { ...projectText });
  await sendPicture(ada, await createTestPicture(), 'Ours alone');
  const [{ url }] = (await mine(ada)).pictures;
  const files = unzip((await ada.call('GET', '/users/me/export')).rawPayload);
  const about = JSON.parse(files.get('about-me.json')!.toString());
  expect(about.files).toMatchObject([{ kind: 'picture', alternative_text: 'Ours alone' }]);
  expect(await sharp(files.get(about.files[0].name)).metadata()).toMatchObject({ format: 'jpeg' });
  const { db, config } = site.services;
  const large = db.selectFrom('files').where('id', '=', url.split('/').pop());
  const own = await db
    .selectFrom('files')
    .where('project_id', 'in', large.select('project_id'))
    .select('storage_key')
    .execute();
  const keys = own.map(({ storage_key }) => storage_key);
  await ada.call('DELETE', '/users/me');
  expect((await read(organizer, url)).statusCode).toBe(404);
  // Deleted a day later, so that a running backup has it.
  const { rows } = await site.database.pool.query<{ keys: string[] }>(
    `select payload->'keys' as keys from graphile_worker._private_jobs where payload->'keys' is not null`,
  );
  const queued = rows.flatMap(({ keys }) => keys);
  expect(queued).toEqual(expect.arrayContaining(keys));
  const stored = await listStoredKeys(config.dataDir);
  expect(stored).toEqual(expect.arrayContaining(keys));
  await deleteStoredFiles(site.services, { keys: queued });
  const left = await listStoredKeys(config.dataDir);
  expect([keys.length, left.filter((key) => keys.includes(key))]).toEqual([2, []]);
  await expectInvariants(site);
});
