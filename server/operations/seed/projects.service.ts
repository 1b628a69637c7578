import { listPrizes } from '../../../contract/event/event.ts';
import { transact } from '../../platform/db/transact.ts';
import { notifySubscribers } from '../../platform/live/notify.ts';
import type { Services } from '../../platform/services.ts';
import { createRng, type Rng } from './random.ts';
import { insertRows, selectPartiesWithoutProject } from './seed.queries.ts';
import { storeSeedFile } from './seed-files.ts';
import words from './words.json' with { type: 'json' };

const { titles, taglines, tags } = words.projects;
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
    const number = at > titles.first.length * titles.second.length ? ` ${at}` : '';
    const title =
      at % 40 === 7 ? titles.long : `${rng.pick(titles.first)} ${rng.pick(titles.second)}${number}`.trim();
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

const inks = ['#14183a', '#e4572e', '#2a9d8f', '#f2b134', '#5b5f97', '#bc4749', '#fbf6ea', '#3d5a80'];

/** A picture as it would be after an upload: a JPEG, a WebP for lists, and its size in pixels. */
interface SeedPicture {
  picture: Buffer;
  thumbnail: Buffer;
  width: number;
  height: number;
}

function drawShapes(rng: Rng, width: number, height: number): string {
  const [ground, ...others] = rng.sample(inks, 4);
  const shapes = Array.from({ length: 7 }, () => {
    const [x, y, size] = [rng.int(width), rng.int(height), 60 + rng.int(220)];
    const fill = rng.pick(others);
    return rng.happens(0.5)
      ? `<circle cx="${x}" cy="${y}" r="${size / 2}" fill="${fill}"/>`
      : `<rect x="${x}" y="${y}" width="${size}" height="${size}" rx="24" fill="${fill}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${ground}"/>${shapes.join('')}</svg>`;
}

/** Draws pictures of projects, some of them upright as a phone's screen. */
async function drawPictures(rng: Rng, count: number): Promise<SeedPicture[]> {
  const { default: sharp } = await import('sharp');
  const sizes = Array.from({ length: count }, (_, index) => (index % 5 === 4 ? [450, 975] : [1200, 800]));
  const drawings = sizes.map(([width = 0, height = 0]) => ({
    svg: Buffer.from(drawShapes(rng, width, height)),
    width,
    height,
  }));
  return Promise.all(
    drawings.map(async ({ svg, width, height }) => ({
      picture: await sharp(svg).flatten().jpeg({ quality: 82 }).toBuffer(),
      thumbnail: await sharp(svg).flatten().resize(640, 800, { fit: 'inside' }).webp().toBuffer(),
      width,
      height,
    })),
  );
}
