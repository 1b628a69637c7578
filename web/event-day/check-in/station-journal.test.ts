// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import type { JournalEntry } from './station-reducer.ts';

/** The databases of a device: they outlive its pages. */
const { stores, device } = vi.hoisted(() => ({
  stores: { outbox: new Map<unknown, unknown>(), station: new Map<unknown, unknown>() },
  device: { isBroken: false, count: 0 },
}));
vi.mock('idb', () => ({
  openDB: async (name: 'outbox' | 'station') => {
    if (device.isBroken) throw new Error('no storage');
    const store = stores[name];
    return {
      getAll: async () => structuredClone([...store.values()]),
      getAllFromIndex: async () => structuredClone([...store.values()]),
      add: async (_store: string, value: object) => {
        device.count += 1;
        store.set(device.count, structuredClone({ ...value, id: device.count }));
        return device.count;
      },
      delete: async (_store: string, id: unknown) => void store.delete(id),
    };
  },
}));

/** The calls of the server; those that match `lost` get no answer, `refused` a refusal, `intercepted` a proxy's page. */
const calls: string[] = [];
const bodies: unknown[] = [];
let lost = /^$/;
let refused = /^$/;
let intercepted = /^$/;
const notApproved = { code: 'not_approved', message: 'Not approved.' };
let refusal = notApproved;
vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
  const call = `${method} ${path.replace('/api', '')}`;
  const sent = JSON.parse(String(body ?? '{}')) as { userId?: string; at?: string };
  calls.push(call);
  bodies.push(sent);
  if (lost.test(call)) throw new TypeError('no network');
  if (refused.test(call)) return Response.json({ ...refusal, person: 'Ada' }, { status: 409 });
  if (intercepted.test(call)) return new Response('<h1>Bad Request</h1>', { status: 400 });
  const data = { userId: sent.userId ?? 'account', name: 'Ada', checkpoint: 'lunch', checkedInAt: time };
  return Response.json({ success: true, message: '', data });
});

const time = '2025-09-20T15:41:00.000Z';
const at = Date.parse(time);
const signal = vi.fn();

/** Opens the page anew, on the same device. */
async function openPage() {
  vi.resetModules();
  const journal = await import('./station-journal.ts');
  const sender = await import('./station-sender.ts');
  const reducer = await import('./station-reducer.ts');
  await journal.loadJournal();
  const send = () => sender.sendWaiting({ isEntrance: true, onTrouble: signal });
  const list = () => reducer.listUnsettled(journal.getStation()).map(({ key, trouble }) => trouble ?? key);
  const findTime = (userId: string) => reducer.findCheckInTime(journal.getStation(), userId, 'lunch');
  return { ...journal, ...sender, send, list, findTime };
}

beforeEach(() => {
  for (const store of Object.values(stores)) store.clear();
  device.isBroken = false;
  lost = refused = intercepted = /^$/;
  refusal = notApproved;
  calls.length = bodies.length = 0;
  signal.mockClear();
  vi.spyOn(console, 'warn').mockReturnValue();
});

const made = (key: string, more: object = {}): JournalEntry => ({
  ...{ type: 'confirmed', at, key, userId: `u ${key}`, checkpoint: 'lunch' },
  ...more,
});
const person = { name: 'Ada', attendanceConfirmed: false, passVerified: true, from: 'scan' } as const;
const place = { checkpoint: 'lunch', isEntrance: false };
const types = () => [...stores.station.values()].map((entry) => (entry as JournalEntry).type);

test.each<[string, object, string[]]>([
  ['a check-in', { pass: 'signature', name: 'Typed' }, ['PUT /check-ins/keys/k1']],
  ['a walk-in', { walkIn: {} }, ['PUT /walk-ins/k1/check-in']],
  ['an undone check-in', { undoes: { key: 'k1', after: 5 } }, ['DELETE /check-ins/keys/k1']],
  [
    'an undone walk-in, who has to exist first',
    { walkIn: {}, undoes: { key: 'k1', after: 5 } },
    ['PUT /walk-ins/k1/check-in', 'DELETE /check-ins/keys/k1'],
  ],
])(
  '%s that an older page has queued is read once, and sent by its own call',
  async (_what, more, expected) => {
    const id = 'undoes' in more ? 'k0' : 'k1';
    const payload = { userId: 'u1', checkpoint: 'lunch', ...more };
    stores.outbox.set(id, { id, kind: 'check-in', payload, at, tries: 1, notBefore: 0 });
    const page = await openPage();
    expect([stores.outbox.size, page.list()]).toEqual([0, ['k1']]);
    const reloaded = await openPage();
    expect(reloaded.list()).toEqual(['k1']);
    await reloaded.send();
    expect(calls).toEqual(expected);
    expect(reloaded.list()).toEqual([]);
  },
);

test('what an older page was refused, and a scan that it refused, are read too', async () => {
  const item = { at, tries: 1, notBefore: 0 };
  const [payload, problem] = [
    { userId: 'u1', checkpoint: 'lunch' },
    { reason: 'invalid_pass', checkpoint: 'lunch' },
  ];
  stores.outbox.set('a', { ...item, id: 'a', kind: 'check-in', payload, trouble: 'No.' });
  stores.outbox.set('b', { ...item, id: 'b', kind: 'refused scan', payload: problem });
  stores.outbox.set('c', { ...item, id: 'c', kind: 'loan', payload: {} });
  const page = await openPage();
  expect([page.list(), page.getStation().problems.length]).toEqual([['No.'], 1]);
  expect([...stores.outbox.keys()]).toEqual(['c']);
  const reloaded = await openPage();
  await reloaded.send();
  expect(calls).toEqual(['POST /check-ins/attempts']);
  expect(bodies).toEqual([{ attempts: [{ ...problem, key: 'b', at: time }] }]);
  expect((await openPage()).getStation().problems).toEqual([]);
});

test('a page that is killed before the answer sends once more, under the same key', async () => {
  const page = await openPage();
  await page.append(made('k1'));
  const next = await openPage();
  expect([next.list(), next.findTime('u k1')]).toEqual([['k1'], time]);
  await next.send();
  expect(calls).toEqual(['PUT /check-ins/keys/k1']);
  expect((await openPage()).list()).toEqual([]);
});

test.each([
  ['second', time],
  ['first', null],
])('a double check-in settles by itself once an organizer keeps the %s', async (kept, shown) => {
  const page = await openPage();
  await page.append(made('k1'));
  refused = /keys/;
  const message = 'Already checked in at 9:13 AM';
  refusal = { code: 'already_checked_in', message };
  for (let run = 0; run < 3; run += 1) await page.send();
  const next = await openPage();
  expect([calls.length, signal.mock.calls.length, next.list()]).toEqual([3, 1, [message]]);
  if (kept === 'second') refused = /^$/;
  else refusal = { code: 'check_in_undone', message: 'This check-in was undone.' };
  await next.send();
  expect([next.list(), next.findTime('u k1'), (await openPage()).list()]).toEqual([[], shown, []]);
});

test('an answer that may still come is waited for', async () => {
  const page = await openPage();
  await page.append({ ...made('k1'), at: Date.now() });
  await page.send();
  expect(calls).toEqual([]);
  expect(page.getNextSending(page.getStation(), Date.now())).toBeGreaterThan(Date.now() + 7000);
});

test('without an answer a check-in is saved, and undone before it was sent', async () => {
  const page = await openPage();
  lost = /./;
  page.show({ type: 'identified', candidate: { ...person, userId: 'u1' } });
  expect(await page.admit({ ...person, userId: 'u1' }, 'k1', place)).toBe('saved');
  expect(page.getStation().outcome).toMatchObject({ title: 'Saved on this device' });
  await page.undo(page.getStation().checkIns[0]!, 'Ada');
  expect([page.findTime('u1'), page.getStation().outcome?.result]).toEqual([null, 'undone']);
  lost = /^$/;
  const next = await openPage();
  await next.send();
  expect(calls).toEqual(['POST /applications/check-in', 'DELETE /check-ins/keys/k1']);
  expect([next.list(), next.findTime('u1')]).toEqual([[], null]);
});

test('a name is stored only for somebody whom the device does not know', async () => {
  const page = await openPage();
  for (const [key, more] of [
    ['k1', {}],
    ['k2', { unlisted: { asOf: 1 }, name: 'Typed' }],
  ] as const) {
    const candidate = { ...person, userId: key, ...more };
    page.show({ type: 'identified', candidate });
    await page.admit(candidate, key, place);
  }
  const text = JSON.stringify([...stores.station.values()]);
  expect([text.includes('Ada'), text.includes('Typed')]).toEqual([false, true]);
});

test('an entry that cannot be read is neither shown nor sent, and holds nothing up', async () => {
  stores.station.set(1, { id: 1, type: 'confirmed', key: 'broken' });
  stores.station.set(2, { id: 2, type: 'of-a-newer-page', key: 'newer', at });
  stores.station.set(3, { id: 3, ...made('k1') });
  const page = await openPage();
  await page.send();
  expect(calls).toEqual(['PUT /check-ins/keys/k1']);
});

test('two tabs of one device: one sends what the other has saved, and both know it', async () => {
  const first = await openPage();
  const second = await openPage();
  await first.append(made('k1'));
  await second.refreshJournal();
  expect(second.list()).toEqual(['k1']);
  await second.send();
  await first.refreshJournal();
  expect([first.list(), first.findTime('u k1')]).toEqual([[], time]);
  await first.send();
  expect(calls).toEqual(['PUT /check-ins/keys/k1']);
});

test('one lost answer is bad luck; after two in a row all pause, longer each time, until there is an answer', async () => {
  const page = await openPage();
  for (const key of ['a', 'b', 'c']) await page.append(made(key));
  lost = /\/a$/;
  await page.send();
  expect(calls.splice(0)).toEqual(['a', 'b', 'c'].map((key) => `PUT /check-ins/keys/${key}`));
  expect(page.list()).toEqual(['a']);
  for (const key of ['d', 'e']) await page.append(made(key));
  lost = /./;
  const pauses: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    await page.send();
    pauses.push(page.getNextSending(page.getStation(), Date.now()) - Date.now());
  }
  expect(calls.splice(0)).toHaveLength(10);
  expect(pauses.every((pause, run) => run === 0 || pause > pauses[run - 1]! - 100)).toBe(true);
  expect([pauses[0]! < 1100, pauses.at(-1)! > 3900]).toEqual([true, true]);
  lost = /^$/;
  await page.send();
  expect(page.list()).toEqual([]);
});

test('what the server refuses stays, with the reason, until a person sends it once more or discards it', async () => {
  const page = await openPage();
  for (const key of ['a', 'b']) await page.append(made(key));
  refused = /./;
  await page.send();
  await page.send();
  expect(calls.splice(0)).toHaveLength(2);
  expect(signal).toHaveBeenCalledTimes(2);
  const next = await openPage();
  expect([next.list(), next.findTime('u a')]).toEqual([['Not approved.', 'Not approved.'], null]);
  await next.append({ type: 'dropped', at, key: 'b' });
  await next.append({ type: 'retried', at, key: 'a' });
  refused = /^$/;
  await next.send();
  expect([calls, next.list()]).toEqual([['PUT /check-ins/keys/a'], []]);
});

test('what a proxy answers is no refusal: it is sent again after a pause', async () => {
  const page = await openPage();
  await page.append(made('a'));
  await page.append({ type: 'problem', key: 'p', at, reason: 'unreadable_pass', checkpoint: 'lunch' });
  intercepted = /./;
  await page.send();
  expect([calls.length, page.list(), signal.mock.calls]).toEqual([2, ['a'], []]);
  expect(page.getNextSending(page.getStation(), Date.now())).toBeGreaterThan(Date.now());
  intercepted = /^$/;
  await page.send();
  expect([calls.length, page.list()]).toEqual([4, []]);
});

test('what was undone and then refused needs nobody', async () => {
  const page = await openPage();
  await page.append(made('a'));
  await page.append({ type: 'undone', at, key: 'a', after: 1 });
  refused = /./;
  await page.send();
  expect([page.list(), signal.mock.calls]).toEqual([[], []]);
});

test('of what the server has only this stays, for a day; of what it has not, everything', async () => {
  const page = await openPage();
  const now = Date.now();
  await page.append({ ...made('old'), at: now - 70_000 });
  await page.append({
    type: 'answered',
    at: now - 69_000,
    key: 'old',
    userId: 'u',
    checkpoint: 'lunch',
    checkedInAt: time,
  });
  await page.append({ ...made('waits'), at: now - 48 * 3_600_000 });
  await page.append({ ...made('new'), at: now });
  await page.append({
    type: 'answered',
    at: now,
    key: 'new',
    userId: 'u',
    checkpoint: 'lunch',
    checkedInAt: time,
  });
  await page.append({
    type: 'answered',
    at: now - 25 * 3_600_000,
    key: 'older',
    userId: 'u',
    checkpoint: 'lunch',
    checkedInAt: time,
  });
  await page.compactJournal();
  expect(types()).toEqual(['answered', 'confirmed', 'confirmed', 'answered']);
  await page.compactJournal({ isEnd: true });
  expect(types()).toEqual(['confirmed']);
});

test('a device that stores nothing keeps it on the page, and says so', async () => {
  device.isBroken = true;
  const page = await openPage();
  lost = /./;
  page.show({ type: 'identified', candidate: { ...person, userId: 'u1' } });
  expect(await page.admit({ ...person, userId: 'u1' }, 'k1', place)).toBe('saved');
  const { outcome, isVolatile } = page.getStation();
  expect([outcome?.next, isVolatile]).toEqual([
    'This browser stores nothing. Keep this page open until it is sent.',
    true,
  ]);
  lost = /^$/;
  await page.send();
  expect([calls.at(-1), page.list()]).toEqual(['PUT /check-ins/keys/k1', []]);
});
