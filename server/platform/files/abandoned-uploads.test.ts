import { readdir, readlink } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { stagingFolder } from './staging.ts';

let site: TestApp;
let ada: TestActor;
beforeEach(async () => {
  site = await createTestApp();
  ada = await signUp(site);
  await site.app.listen({ host: '127.0.0.1', port: 0 });
});
const realTimeout = setTimeout;
afterEach(() => {
  vi.unstubAllGlobals();
  return site.close();
});

const soon = { timeout: 10_000, interval: 50 };
const folder = () => stagingFolder(site.services.config.dataDir);
const listStaged = () => readdir(folder()).catch(() => []);

/** The staged files that this process has open. */
async function listOpen(): Promise<string[]> {
  const descriptors = await readdir('/proc/self/fd').catch(() => []);
  const targets = await Promise.all(
    descriptors.map((descriptor) => readlink(`/proc/self/fd/${descriptor}`).catch(() => '')),
  );
  return targets.filter((target) => target.startsWith(folder()));
}

/** Begins an application and sends half of its resume, or more. */
async function beginUpload(more = ''): Promise<Socket> {
  const { port } = site.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write(
    [
      'POST /api/applications HTTP/1.1',
      'host: localhost',
      `origin: ${site.services.config.publicUrl.origin}`,
      `cookie: ${ada.cookie}`,
      'content-type: multipart/form-data; boundary=x',
      'content-length: 500000',
      '',
      '--x',
      'content-disposition: form-data; name="resume"; filename="a.pdf"',
      '',
      `%PDF-1.4 ${'x'.repeat(100_000)}${more}`,
    ].join('\r\n'),
  );
  await vi.waitFor(async () => expect(await listStaged()).toHaveLength(1), soon);
  return socket;
}

test.each([
  ['the sender disconnects', (socket: Socket) => socket.destroy()],
  ['the sender resets the connection', (socket: Socket) => socket.resetAndDestroy()],
  ['the server ends the connection', () => site.app.server.closeAllConnections()],
])('when %s, an upload leaves no file and no descriptor', async (_, end) => {
  const socket = await beginUpload();
  end(socket);
  await vi.waitFor(async () => expect([await listStaged(), await listOpen()]).toEqual([[], []]), soon);
  socket.destroy();
});

test('when the sender stops in the middle and stays connected, neither', async () => {
  Object.assign(site.app.server, { headersTimeout: 400, requestTimeout: 500 });
  const socket = await beginUpload();
  await vi.waitFor(async () => expect([await listStaged(), await listOpen()]).toEqual([[], []]), soon);
  socket.destroy();
});

test.each([
  ['in the middle of a file', ''],
  ['after a file', '\r\n--x\r\ncontent-disposition: form-data; name="major"\r\n\r\n'],
])('when the server ends a call whose sender is slow %s, neither', async (_, more) => {
  const shortened = (run: () => void, wait?: number, ...given: []) =>
    realTimeout(run, wait === 60_000 ? 500 : wait, ...given);
  vi.stubGlobal('setTimeout', shortened);
  const socket = await beginUpload(more);
  const answer = vi.fn();
  socket.on('data', (data) => answer(String(data)));
  const drip = setInterval(() => socket.write('x'), 50);
  socket.on('close', () => clearInterval(drip));
  await vi.waitFor(() => expect(answer).toHaveBeenCalledWith(expect.stringContaining(' 503 ')), soon);
  await vi.waitFor(async () => expect([await listStaged(), await listOpen()]).toEqual([[], []]), soon);
  socket.destroy();
});

test('a file that has arrived while it is still being written is received', async () => {
  const grace = await signUpAdmin(site);
  const { port } = site.app.server.address() as AddressInfo;
  const form = new FormData();
  form.set('file', new Blob(['Project Title,Submission Url\nSheep,https://d.example/sheep\n']), 'export.csv');
  const answer = await fetch(`http://127.0.0.1:${port}/api/projects/import`, {
    method: 'POST',
    headers: { origin: site.services.config.publicUrl.origin, cookie: grace.cookie },
    body: form,
  });
  expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ added: 1 })]);
});
