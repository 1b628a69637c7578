import { listPrizes } from '../../../contract/event/event.ts';
import { transact } from '../../platform/db/transact.ts';
import { notifySubscribers } from '../../platform/live/notify.ts';
import type { Services } from '../../platform/services.ts';
import { drawPictures, type SeedPicture } from './pictures.ts';
import { createRng, type Rng } from './random.ts';
import { insertRows, selectPartiesWithoutProject } from './seed.queries.ts';
import { storeSeedFile } from './seed-files.ts';

const [firstWords, lastWords] = [
  'Night Paper Solar Quiet Lost Open Tiny Second Campus Pocket Honest Slow Borrowed Kitchen River'.split(' '),
  'Bus Garden Compass Library Signal Market Orchard Ledger Atlas Lantern Kettle Radio Harbor Thread Almanac'.split(
    ' ',
  ),
];
const taglines = [
  'Finds the last bus home.',
  'Tells you which plant is thirsty.',
  'Shares what is left in the fridge with the whole floor.',
  'Reads your lecture notes aloud while you walk.',
  'A map of every quiet place on campus, kept by those who sit there.',
];
const longTitle = 'An honest and very slow assistant for people who would rather not be assisted';
const tags = ['React', 'Postgres', 'Rust', 'Python', 'Arduino', 'Figma', 'TensorFlow', 'Go', 'Svelte'];
const picturesDrawn = 15;

function describe(rng: Rng): string {
  return `## What it does\n\n${rng.pick(taglines)} We asked twenty people in the first hour, and **fourteen** wanted it.\n\n## How we built it\n\n- ${rng.sample(tags, 3).join('\n- ')}\n\n## What we learned\n\nSleep is a feature.`;
}

/**
 * Gives every approved team and lone participant a project, most of them submitted, nearly all with pictures, and returns
 * how many; none at an event without projects.
 */
export async function seedProjects(services: Services): Promise<number> {
  const { db, event, now } = services;
  if (!event.projects) return 0;
  const parties = await selectPartiesWithoutProject(db);
  const rng = createRng(3000 + parties.length);
  const drawn = await drawPictures(rng, picturesDrawn);
  const prizes = listPrizes(event).map(({ key }) => key);
  const before = Math.min(Date.parse(event.projects.deadline), now().getTime());
  const projects = parties.map((party, at) => {
    const number = at > firstWords.length * lastWords.length ? ` ${at}` : '';
    const title =
      at % 40 === 7 ? longTitle : `${rng.pick(firstWords)} ${rng.pick(lastWords)}${number}`.trim();
    return {
      ...party,
      id: rng.uuid(),
      title,
      tagline: rng.pick(taglines),
      description: describe(rng),
      repository: `https://code.example/${rng.int(9999)}/${encodeURIComponent(title.slice(0, 12).toLowerCase())}`,
      demo: rng.happens(0.5) ? `https://demo.example/${at}` : '',
      video: '',
      tags: rng.sample(tags, 1 + rng.int(4)),
      prizes: rng.sample(prizes, Math.min(prizes.length, rng.int(3))),
      submitted_at: rng.happens(0.95) ? new Date(before - rng.int(3_600_000)) : null,
      updated_at: new Date(before),
    };
  });
  const chosen = projects.flatMap(({ id }) =>
    rng.happens(0.95)
      ? rng.sample(drawn, 1 + rng.int(3)).map((picture, place) => ({ project_id: id, place, picture }))
      : [],
  );
  const pictures = await Promise.all(
    chosen.map((each) => storePicture(services, createRng(rng.int(2 ** 32)), each)),
  );
  await transact(db, async (trx) => {
    await insertRows(trx, 'projects', projects);
    await insertRows(
      trx,
      'files',
      pictures.flatMap(({ files }) => files),
    );
    await insertRows(
      trx,
      'project_pictures',
      pictures.map(({ row }) => row),
    );
    await notifySubscribers(trx, 'projects');
  });
  return projects.length;
}

async function storePicture(
  services: Services,
  rng: Rng,
  { project_id, place, picture }: { project_id: string; place: number; picture: SeedPicture },
) {
  const store = (kind: 'picture' | 'thumbnail', ending: string) =>
    storeSeedFile(services, rng.uuid(), { project_id, kind }, picture[kind], ending);
  const [large, thumbnail] = [await store('picture', 'jpg'), await store('thumbnail', 'webp')];
  return {
    files: [large, thumbnail],
    row: {
      project_id,
      picture_file_id: large.id,
      thumbnail_file_id: thumbnail.id,
      place,
      alternative_text: 'Shapes in flat colors',
      width: picture.width,
      height: picture.height,
    },
  };
}
