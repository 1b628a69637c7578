import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { listBrokenInvariants } from '../server/operations/doctor/doctor.service.ts';
import { toApplicationRow } from '../server/testing/applicants.ts';
import { defaultEvent } from '../server/testing/default-event.ts';
import { projectText } from '../server/testing/projects.ts';
import { compare, startBaseline } from './calls.ts';
import { readMemory } from './memory.ts';
import { createOrganizer, type Stage } from './stage.ts';
import type { Result } from './table.ts';

const teams = Number(process.env.BENCH_TEAMS ?? 300);
const membersOfTeam = 3;
const picturesOfTeam = 2;

interface Team {
  title: string;
  cookies: string[];
}

/** Returns a picture as the page sends a phone's photo: noise, which compresses as badly as leaves do. */
function createPhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  return sharp({ create: { width: 2400, height: 1800, channels: 3, background: '#777', noise } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** Creates teams of approved participants, and accepts projects: the deadline of the event is in the past. */
async function createTeams({ db, createCookie }: Stage): Promise<Team[]> {
  const created: Team[] = [];
  for (let number = 0; number < teams; number += 1) {
    const title = `Project ${number} of the last minute`;
    const people = await db
      .insertInto('users')
      .values(
        Array.from({ length: membersOfTeam }, (_, member) => ({
          name: `Member ${number} ${member}`,
          team_preference: 'hasTeam' as const,
        })),
      )
      .returning('id')
      .execute();
    await db
      .insertInto('applications')
      .values(people.map(({ id }) => toApplicationRow(id)))
      .execute();
    const invite_code = [...String(number).padStart(6, '0')]
      .map((digit) => 'ABCDEFGHJK'[Number(digit)])
      .join('');
    await db.transaction().execute(async (trx) => {
      const { id: team_id } = await trx
        .insertInto('teams')
        .values({ name: `Team ${number}`, max_members: 4, invite_code, creator_id: people[0]!.id })
        .returning('id')
        .executeTakeFirstOrThrow();
      await trx
        .insertInto('team_members')
        .values(people.map(({ id }, slot) => ({ team_id, user_id: id, slot: slot + 1 })))
        .execute();
    });
    created.push({ title, cookies: await Promise.all(people.map(({ id }) => createCookie(id))) });
  }
  await db
    .insertInto('settings')
    .values({ key: 'projects', value: JSON.stringify({ acceptsLate: true }) })
    .execute();
  return created;
}

/** Sends a call until it is not answered with 503, as the page does; returns the answer. Throws when it is refused. */
async function send(stage: Stage, cookie: string, method: string, path: string, body: object | FormData) {
  for (;;) {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${stage.program.url}/api${path}`, {
      method,
      headers: { cookie, ...(!isForm && { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    });
    if (answer.ok) return answer.json();
    if (answer.status !== 503) throw new Error(`${path} was answered with ${await answer.text()}`);
    await pause(3000 + Math.random() * 4000);
  }
}

/** One team in its last minute: saves, adds its pictures on two devices at once, saves again and submits. */
async function finish(stage: Stage, { title, cookies }: Team, photo: Buffer): Promise<void> {
  const [leader = '', member = ''] = cookies;
  const text = { ...projectText, title, description: 'It *runs*. '.repeat(200) };
  await send(stage, leader, 'PUT', '/projects/mine', { version: 0, text: { ...text, tagline: '' } });
  const addPicture = (cookie: string) => {
    const form = new FormData();
    form.append('picture', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg');
    return send(stage, cookie, 'POST', '/projects/mine/pictures', form);
  };
  await Promise.all([
    addPicture(leader),
    addPicture(member),
    (async () => {
      const { version } = await send(stage, member, 'PUT', '/projects/mine', { version: 1, text });
      await send(stage, leader, 'POST', '/projects/mine/submit', { version });
    })(),
  ]);
}

/** Measures 300 teams that all save, add pictures and submit at the deadline, and how soon each knows its table. */
export async function measureProjects(stage: Stage): Promise<Result[]> {
  const { db, program } = stage;
  const [created, photo] = [await createTeams(stage), await createPhoto()];
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, readMemory(program.pid));
  }, 100);
  const started = performance.now();
  const finished = await Promise.allSettled(created.map((team) => finish(stage, team, photo)));
  const burst = (performance.now() - started) / 1000;
  clearInterval(watch);
  const refused = finished.filter(({ status }) => status === 'rejected').length;
  const stored = await db
    .selectFrom('projects')
    .where('submitted_at', 'is not', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const pictures = await db
    .selectFrom('project_pictures')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const broken = await listBrokenInvariants({ db, event: defaultEvent });
  const isWhole =
    refused === 0 &&
    Number(stored.count) === teams &&
    Number(pictures.count) === teams * picturesOfTeam &&
    broken.length === 0;

  const organizer = await createOrganizer(stage);
  const numbering = performance.now();
  await send(stage, organizer, 'POST', '/judging/tables?who=submitted', {});
  const tables = await Promise.all(
    created.flatMap(({ cookies }) =>
      cookies.map(async (cookie) => {
        const answer = await fetch(`${program.url}/api/applications/me`, { headers: { cookie } });
        return ((await answer.json()) as { data: { tableNumber?: number } }).data.tableNumber;
      }),
    ),
  );
  const untilTables = (performance.now() - numbering) / 1000;
  const knowing = tables.filter((number) => number !== undefined).length;

  await send(stage, organizer, 'PUT', '/projects/switches', { galleryOpen: true });
  await pause(1000);
  const baseline = await startBaseline(stage, {}, ['/projects']);
  const gallery = await compare(
    `/projects with ${teams} projects, compressed`,
    [`${program.url}/projects`, `${baseline.constant}/projects`],
    0.8,
    { headers: { 'accept-encoding': 'br' } },
  );
  baseline.stop();
  return [
    {
      work: `projects: ${teams} teams save, add ${picturesOfTeam} pictures of ${(photo.length / 1e6).toFixed(1)} MB and submit at once`,
      ours: `${burst.toFixed(1)} s, ${refused} refused, ${stored.count} projects and ${pictures.count} pictures stored${broken.map((line) => `, ${line}`).join('')}`,
      baseline: '',
      bar: 'all acknowledged and stored, < 60 s',
      met: isWhole && burst < 60,
    },
    {
      work: 'projects: memory of the program during it',
      ours: `${Math.round(peak)} MB`,
      baseline: '',
      bar: '< 512 MB',
      met: peak < 512,
    },
    {
      work: 'projects: from numbering to every member knowing the table',
      ours: `${untilTables.toFixed(1)} s, ${knowing} of ${teams * membersOfTeam}`,
      baseline: '',
      bar: 'all, < 60 s',
      met: knowing === teams * membersOfTeam && untilTables < 60,
    },
    gallery,
  ];
}
