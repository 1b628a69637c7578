import { beforeAll, expect, test } from 'vitest';
import type { Page } from './browser.ts';
import { useFilms } from './camera-film.ts';
import { getButton } from './page.ts';
import { type SitePerson, useSite } from './site.ts';

const site = useSite();
const createFilm = useFilms();
let wall: string;
let vera: SitePerson;

beforeAll(async () => {
  wall = await createFilm([{ seconds: 1 }]);
  vera = await site.person({ name: 'Vera Rubin', role: 'volunteer' });
});

/** Makes the camera one with a light, a zoom and a second camera beside it; what is asked of it is noted in `asked`. */
function equip() {
  const asked: unknown[] = [];
  Object.assign(globalThis, { asked });
  const devices = navigator.mediaDevices;
  const [open, list] = [devices.getUserMedia.bind(devices), devices.enumerateDevices.bind(devices)];
  devices.enumerateDevices = async () => {
    const found = await list();
    const camera = found.find(({ kind }) => kind === 'videoinput');
    return camera
      ? [...found, { ...camera.toJSON(), deviceId: 'front', label: 'Front camera' } as MediaDeviceInfo]
      : found;
  };
  devices.getUserMedia = async (wanted) => {
    const { deviceId, ...video } = (wanted?.video ?? {}) as MediaTrackConstraints;
    if (deviceId) asked.push({ deviceId });
    const stream = await open({ video });
    for (const track of stream.getVideoTracks()) {
      track.getCapabilities = () => ({ torch: true, zoom: { min: 1, max: 4, step: 0.5 } }) as never;
      track.applyConstraints = async (to) => void asked.push(to?.advanced?.[0]);
    }
    return stream;
  };
}

test('light, zoom and choice of camera are there only where the device has them', async () => {
  const page = await site.open('/check-in', { as: vera, film: wall });
  await getButton(page, 'Scan QR Code').click();
  await getButton(page, 'Cancel').waitFor();
  // The device's abilities are known half a second after its start.
  await page.waitForTimeout(1500);
  for (const name of ['Zoom', 'Camera']) expect(await page.getByLabel(name, { exact: true }).count()).toBe(0);
  expect(await getButton(page, 'Light').count()).toBe(0);

  await page.addInitScript(equip);
  await page.reload();
  await getButton(page, 'Scan QR Code').click();
  await getButton(page, 'Light').click();
  const isLit = () => getButton(page, 'Light').getAttribute('aria-pressed');
  await expect.poll(isLit).toBe('true');
  await page.getByLabel('Zoom').press('ArrowRight');
  await page.getByLabel('Camera', { exact: true }).selectOption({ label: 'Front camera' });
  await expect.poll(isLit).toBe('false');
  const asked = () => page.evaluate(() => (globalThis as unknown as { asked: unknown[] }).asked);
  await expect.poll(asked).toEqual([{ torch: true }, { zoom: 1.5 }, { deviceId: { exact: 'front' } }]);
});

/** What Chromium does when a site can be installed. */
const offerInstall = (page: Page) =>
  page.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    const prompt = async () => void Object.assign(globalThis, { installed: true });
    dispatchEvent(Object.assign(event, { prompt }));
    return event.defaultPrevented;
  });

test('where the browser offers it, the station can be installed; who says no is not asked again', async () => {
  const page = await site.open('/check-in', { as: vera });
  await getButton(page, 'Scan QR Code').waitFor();
  const offer = page.getByRole('region', { name: 'Install' });
  expect(await offer.count()).toBe(0);
  expect(await offerInstall(page)).toBe(true);
  await offer.getByRole('button', { name: 'Install' }).click();
  await expect.poll(() => page.evaluate(() => 'installed' in globalThis)).toBe(true);
  await offer.waitFor({ state: 'detached' });

  await offerInstall(page);
  await offer.getByRole('button', { name: 'Not now' }).click();
  await page.reload();
  await getButton(page, 'Scan QR Code').waitFor();
  await offerInstall(page);
  await page.waitForTimeout(200);
  expect(await offer.count()).toBe(0);
});

test('the station has what a browser asks of an app before it offers to install it', async () => {
  const page = await site.open('/check-in', { as: vera, serviceWorkers: 'allow' });
  const session = await page.context().newCDPSession(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // The tests' pages are private windows, which install nothing; everything else would be ours.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual(
    [],
  );
});
