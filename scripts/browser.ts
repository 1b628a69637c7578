import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** A Chromium on this machine: the one of CHROMIUM_PATH, or one in a usual place. */
export function findBrowser(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : undefined;
  return PLACES.find((place) => existsSync(place));
}

/** As `findBrowser`, but fetches one with apt when it may. Throws a sentence that says what to install. */
export function ensureBrowser(): string {
  const found = findBrowser();
  if (found) return found;
  if (!process.env.CHROMIUM_PATH && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.error('The browser tests need Chromium. Installing it: apt-get install chromium');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const apt = (...args: string[]) =>
      spawnSync('apt-get', args, { stdio: ['ignore', 'inherit', 'inherit'], env });
    apt('update', '-q');
    apt('install', '-q', '-y', '--no-install-recommends', 'chromium');
    const fetched = findBrowser();
    if (fetched) return fetched;
  }
  throw new Error(
    process.env.CHROMIUM_PATH
      ? `CHROMIUM_PATH names ${process.env.CHROMIUM_PATH}, which does not exist.`
      : 'The browser tests need Chromium or Chrome. Install it (Debian: sudo apt-get install chromium), or set CHROMIUM_PATH.',
  );
}
