import { expect, test } from 'vitest';
import { findAccessibilityProblems } from './accessibility.ts';
import { createApplicant } from './applicants.ts';
import { getButton } from './page.ts';
import { useSite } from './site.ts';

const site = useSite();

test('the film of the default event plays in the dialog, with its captions, and its words are beside it', async () => {
  const page = await site.open('/dashboard', { as: await createApplicant(site) });
  const films: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/films/')) films.push(pathname);
  });
  await getButton(page, 'Clozyt Track Description').click();
  const dialog = page.getByRole('dialog', { name: 'Clozyt Track Description' });
  await dialog.getByText(/^A silent film of twelve seconds/).waitFor();
  expect(films).toEqual(['/films/clozyt.jpg']);
  await getButton(dialog, 'Play the video').click();
  const video = dialog.locator('video');
  const read = () =>
    video.evaluate((film: HTMLVideoElement) => ({
      played: film.currentTime,
      seconds: Math.round(film.duration),
      width: film.videoWidth,
      error: film.error?.message ?? null,
    }));
  await expect.poll(async () => (await read()).played).toBeGreaterThan(0.5);
  expect(await read()).toMatchObject({ seconds: 12, width: 800, error: null });
  const cues = () =>
    video.evaluate(({ textTracks: [track] }: HTMLVideoElement) => [track?.mode, track?.cues?.length]);
  await expect.poll(cues).toEqual(['showing', 4]);
  // Somebody who moves on within it gets a part of the file.
  await video.evaluate((film: HTMLVideoElement) => {
    film.currentTime = 10;
  });
  await expect.poll(async () => (await read()).played).toBeGreaterThan(10);
  expect(await findAccessibilityProblems(page, { within: '[role=dialog]' })).toEqual([]);
});

test('a part of the film is served as a part, as Safari asks for it', async () => {
  const part = await fetch(`${site.url}/films/clozyt.mp4`, { headers: { range: 'bytes=0-1' } });
  expect([part.status, part.headers.get('content-type'), (await part.arrayBuffer()).byteLength]).toEqual([
    206,
    'video/mp4',
    2,
  ]);
  expect(part.headers.get('content-range')).toMatch(/^bytes 0-1\/\d+$/);
  const whole = await fetch(`${site.url}/films/clozyt.mp4`);
  expect([whole.status, whole.headers.get('accept-ranges')]).toEqual([200, 'bytes']);
  await whole.arrayBuffer();
});
