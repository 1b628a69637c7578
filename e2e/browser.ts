import { accessSync, constants } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';

/** Debian's Chromium without windows: it needs two thirds of the processor time for a page, and has no push messages. */
export const headlessShell = '/usr/bin/chromium-headless-shell';
const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Returns the path of Chromium on this machine: CHROMIUM_PATH, the headless shell except for push messages, the usual paths, or
 * Playwright's own. Throws when there is none.
 */
export function findChromium({ push = false } = {}): string {
  const given = process.env.CHROMIUM_PATH ?? '';
  const places = push ? [...usualPlaces, given] : [given, headlessShell, ...usualPlaces];
  const found = [...places, chromium.executablePath()].find((place) => place !== '' && isExecutable(place));
  if (found) return found;
  throw new Error(
    'The browser tests need Chromium. Install it (Debian: apt install chromium), or name it in CHROMIUM_PATH.',
  );
}

// Chromium reads only one such list, so Playwright's own is repeated first. The others would start two more processes for each
// page, one for suggestions in an address bar and one in advance: more than half of what a page costs.
const withoutFeatures = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints'],
  ...['NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'],
];
// A page with this header, opened from an empty page, needs a second process. Pages with push messages respect it.
const withoutFeaturesOfShell = [...withoutFeatures, 'CrossOriginOpenerPolicy'];

/** Starts Chromium, which makes no requests to the internet; `film` is a Y4M or MJPEG file that its camera shows. */
export function launchBrowser({ film, push }: { film?: string; push?: boolean } = {}): Promise<Browser> {
  const camera = film
    ? [
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${film}`,
      ]
    : [];
  return chromium.launch({
    executablePath: findChromium({ push }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      // The widths of text are the same in Chromium and in the shell.
      '--font-render-hinting=none',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${(push ? withoutFeatures : withoutFeaturesOfShell).join(',')}`,
      ...camera,
    ],
  });
}

/** Unexpected errors of a page, oldest first. */
export type Faults = string[];

/**
 * Collects every console error, uncaught error and request to another origin, except errors whose text and address match one
 * of `expected`.
 */
export function watchFaults(context: BrowserContext, origin: string, expected: RegExp[]): Faults {
  const faults: Faults = [];
  const note = (fault: string) => {
    if (!expected.some((pattern) => pattern.test(fault))) faults.push(fault);
  };
  context.on('console', (message) => {
    if (message.type() === 'error') note(`console: ${message.text()} ${message.location().url}`);
  });
  context.on('weberror', (error) => note(`uncaught: ${error.error().message}`));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (/^(https?|wss?):$/.test(url.protocol) && url.origin !== origin) note(`left the site: ${url.href}`);
  });
  return faults;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export type { Browser, BrowserContext, Locator, Page };
