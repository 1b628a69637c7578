import { expect, test } from 'vitest';
import { listBrokenInvariants } from '../server/operations/doctor/doctor.service.ts';
import { defaultEvent } from '../server/testing/default-event.ts';
import { multipart } from '../server/testing/forms.ts';
import { createTestPicture } from '../server/testing/pictures.ts';
import { acceptLateProjects, projectText } from '../server/testing/projects.ts';
import { createApplicant } from './applicants.ts';
import { startProgram } from './program.ts';
import { type SitePerson, useSite } from './site.ts';

const site = useSite();
const [people, kills] = [8, 2];

/** What one person was told is stored. */
interface Acknowledged {
  version: number;
  title: string;
  submitted: boolean;
  pictures: Set<string>;
}

test('what the program acknowledged at the deadline is there after it was killed', async () => {
  await acceptLateProjects({ services: { db: site.db } });
  const authors = await Promise.all(
    Array.from({ length: people }, () => createApplicant(site, { status: 'approved' })),
  );
  const told = new Map<SitePerson, Acknowledged>();
  const picture = await createTestPicture();
  let url = site.url;
  const send = (
    who: SitePerson,
    method: string,
    path: string,
    body: BodyInit,
    headers: Record<string, string>,
  ) =>
    fetch(`${url}/api/projects/mine${path}`, {
      method,
      headers: { cookie: who.cookie, origin: url, ...headers },
      body,
    }).catch(() => undefined);
  /** Saves, adds a picture or submits until the program is gone; notes what was acknowledged. */
  const write = async (who: SitePerson, isOver: () => boolean) => {
    const json = { 'content-type': 'application/json' };
    for (let count = 0; !isOver(); count += 1) {
      const known = told.get(who) ?? { version: 0, title: '', submitted: false, pictures: new Set() };
      const title = `Title ${count} of ${kills}`;
      const body = JSON.stringify({ version: known.version, text: { ...projectText, title } });
      const saved = await send(who, 'PUT', '', body, json);
      if (saved?.ok) told.set(who, { ...known, title, version: (await saved.json()).version });
      // A save whose answer was lost may have been stored.
      else if (saved?.status === 409)
        told.set(who, { ...known, version: (await saved.json()).current.version });
      const form = await multipart({}, { picture });
      const added = await send(who, 'POST', '/pictures', new Uint8Array(form.payload), form.headers);
      const now = told.get(who);
      if (added?.ok && now)
        for (const { url: address } of (await added.json()).pictures) now.pictures.add(address);
      if (!now || now.submitted) continue;
      const submitted = await send(who, 'POST', '/submit', JSON.stringify({ version: now.version }), json);
      if (submitted?.ok) Object.assign(now, { submitted: true, version: (await submitted.json()).version });
    }
  };
  for (let round = 0; round < kills; round += 1) {
    let isOver = false;
    const writing = authors.map((who) => write(who, () => isOver));
    await expect
      .poll(() => [...told.values()].reduce((sum, { pictures }) => sum + pictures.size, 0), {
        timeout: 30_000,
      })
      .toBeGreaterThan(round * 8 + 4);
    await site.program.stop('SIGKILL');
    isOver = true;
    await Promise.all(writing);
    site.program = await startProgram({ LOG_LEVEL: 'warn', ...site.environment });
    url = site.url;
  }
  for (const [who, { pictures, submitted, version }] of told) {
    const answer = await fetch(`${url}/api/projects/mine`, { headers: { cookie: who.cookie } });
    const stored = await answer.json();
    expect(stored.version).toBeGreaterThanOrEqual(version);
    expect(stored.submittedAt !== null || !submitted).toBe(true);
    expect(stored.pictures.map((each: { url: string }) => each.url)).toEqual(
      expect.arrayContaining([...pictures]),
    );
    for (const address of pictures) {
      const { status, headers } = await fetch(url + address, { headers: { cookie: who.cookie } });
      expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    }
  }
  expect(await listBrokenInvariants({ db: site.db, event: defaultEvent })).toEqual([]);
});
