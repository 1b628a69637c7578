import path from 'node:path';
import { launchBrowser, type Page } from '../e2e/browser.ts';
import { decodeQrCode, writeFilm } from '../e2e/camera-film.ts';
import { entranceId } from '../server/apply/applications/applications.views.ts';
import { passText } from '../server/event-day/check-in/pass.ts';
import { defaultEvent } from '../server/testing/default-event.ts';
import { insertApplicants } from './applicants.ts';
import { createOrganizer, type Stage } from './stage.ts';
import { type Result, toWorstResult } from './table.ts';

const starts = 6;
const scans = 20;

/** What the page records, in its own milliseconds. */
interface Watch {
  tapped: number;
  live: number[];
  seen: number;
  shown: number[];
}
const watchOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { watch: Watch }).watch);

/** Records when the camera's button is tapped and its picture runs, when a code comes into the picture and a person appears. */
function observe() {
  const watch: Watch = { tapped: 0, live: [], seen: 0, shown: [] };
  Object.assign(globalThis, { watch });
  const side = 24;
  const canvas = new OffscreenCanvas(side, side).getContext('2d', { willReadFrequently: true });
  const isBlank = (video: HTMLVideoElement) => {
    canvas?.drawImage(video, 0, 0, side, side);
    const pixels = canvas?.getImageData(side / 4, side / 4, side / 2, side / 2).data ?? [];
    const light = [...pixels].filter((_value, at) => at % 4 === 0);
    return Math.max(...light) - Math.min(...light) < 40;
  };
  const observeFrame = (video: HTMLVideoElement, before: boolean) => {
    const blank = isBlank(video);
    if (before && !blank) watch.seen = performance.now();
    video.requestVideoFrameCallback(() => observeFrame(video, blank));
  };
  addEventListener('click', () => (watch.tapped = performance.now()), { capture: true });
  addEventListener(
    'playing',
    ({ target }) => {
      const tapped = watch.tapped;
      requestAnimationFrame(() => watch.live.push(performance.now() - tapped));
      const video = target as HTMLVideoElement;
      video.requestVideoFrameCallback(() => observeFrame(video, true));
    },
    { capture: true },
  );
  let card: Element | null = null;
  new MutationObserver(() => {
    const now = document.querySelector('[aria-label="Participant Information"]');
    if (now && now !== card) requestAnimationFrame(() => watch.shown.push(performance.now() - watch.seen));
    card = now;
  }).observe(document, { childList: true, subtree: true });
}

/** Scenes in which one pass after the other is held before the camera, with an empty blank between them. */
async function passes({ db, config }: Stage) {
  // Other parts of the bench let everybody in at meals.
  const entrance = entranceId(defaultEvent);
  const people = await db
    .selectFrom('applications')
    .innerJoin('users', 'users.id', 'applications.user_id')
    .leftJoin('check_ins', (join) =>
      join.onRef('check_ins.user_id', '=', 'users.id').on('check_ins.checkpoint', '=', entrance),
    )
    .where('status', '=', 'approved')
    .where('check_ins.id', 'is', null)
    .orderBy('users.id', 'desc')
    .select(['users.id', 'users.name', 'users.pass_version as passVersion'])
    .limit(scans)
    .execute();
  const pictures = await Promise.all(people.map((person) => decodeQrCode(passText({ config }, person))));
  return pictures.flatMap((picture) => [{ seconds: 1.5 }, { picture, seconds: 1.5 }]);
}

/**
 * Measures a station in a browser that knows 3,000 and then 10,000 people: from the tap to the camera's picture, and from a
 * pass in it to the person.
 */
export async function measureStation(stage: Stage): Promise<Result[]> {
  const cookie = await createOrganizer(stage);
  const results: Result[] = [];
  let existing = 0;
  for (const size of [3000, 10_000]) {
    await insertApplicants(stage, existing + 1, size, ['approved']);
    existing = size;
    const { live, shown } = await watchStation(stage, cookie);
    const known = size.toLocaleString('en');
    results.push(toWorstResult(`station knows ${known}: tap to picture`, live, 1000));
    results.push(toWorstResult(`station knows ${known}: pass to person`, shown.slice(-scans), 300));
  }
  return results;
}

async function watchStation(stage: Stage, cookie: string): Promise<Watch> {
  const film = await writeFilm(path.join(stage.config.dataDir, 'passes.y4m'), await passes(stage));
  const browser = await launchBrowser({ film });
  try {
    const context = await browser.newContext();
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url: stage.program.url, httpOnly: true, sameSite: 'Lax' }]);
    const page = await context.newPage();
    await page.addInitScript(observe);
    const button = (label: string) => page.getByRole('button', { name: label });
    // A station knows who may come in before the first of them does.
    const known = page.waitForResponse(/check-ins\/roster/);
    await page.goto(`${stage.program.url}/check-in`);
    await (await known).finished();
    for (let start = 0; start < starts; start += 1) {
      await button('Scan QR Code').click();
      await page.waitForFunction(
        (done) => (globalThis as unknown as { watch: Watch }).watch.live.length > done,
        start,
      );
      await page.keyboard.press('Escape');
    }
    await button('Scan QR Code').click();
    for (let scan = 0; scan < scans; scan += 1) {
      await button('Confirm Check-In').click();
      await button('Scan next').click();
    }
    return await watchOf(page);
  } finally {
    await browser.close();
  }
}
