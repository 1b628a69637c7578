import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Application } from '../../../contract/apply/applications.ts';
import type { SearchAnswer } from '../../../contract/apply/search.ts';
import { signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createAttendee } from '../../testing/attendees.ts';
import { submitForm } from '../../testing/forms.ts';
import { fillLargeSite } from '../../testing/large-site.ts';
import { createPdf } from '../../testing/pdf.ts';
import { race, withoutKeyLocks } from '../../testing/races.ts';
import { unzip } from '../../testing/zip.ts';
import { readResume } from '../search/resumes.service.ts';

let site: TestApp;
let grace: TestActor;
let hedy: TestActor;

beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site, 'Grace Hopper');
  hedy = await signUpAdmin(site, 'Hedy Lamarr');
});
afterAll(() => site.close());

async function applicant(test: TestApp = site, status: 'pending' | 'approved' = 'pending') {
  const person = await createAttendee(test, { status });
  const { id } = await test.services.db
    .selectFrom('applications')
    .select('id')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow();
  return { person, id };
}
const rate = (actor: TestActor, id: string, rating: number | null, note = '') =>
  actor.call('PUT', `/applications/${id}/review`, { rating, note });
const read = async (actor: TestActor, id: string) =>
  (await actor.call('GET', `/applications/${id}`)).json<Application>();
const list = async (actor: TestActor, query = '') =>
  (await actor.call('GET', `/applications${query}`)).json<Application[]>();
const claim = async (actor: TestActor, count = 10) =>
  (await actor.call('POST', '/reviews/claims', { count })).json<{ ids: string[] }>().ids;
const setBlind = (blind: boolean) => grace.call('PUT', '/reviews/blind', { blind });

test('everybody gets a share of their own, marked for the others, until it is done or given back', async () => {
  const all: string[] = [];
  for (let count = 0; count < 5; count += 1) all.push((await applicant()).id);
  const [first, second] = [await claim(grace, 3), await claim(hedy, 3)];
  expect([first.length, second.length]).toEqual([3, 2]);
  expect([...first, ...second].sort()).toEqual([...all].sort());
  expect((await read(hedy, first[0]!)).claim).toEqual({ by: 'Grace Hopper', mine: false });
  expect((await list(grace, '?share=mine')).map(({ _id }) => _id).sort()).toEqual([...first].sort());
  expect((await grace.call('GET', '/reviews')).json()).toMatchObject({ claimed: 3, blind: false });
  // A rating and a decision end a claim.
  await rate(grace, first[0]!, 4);
  await grace.call('PUT', `/applications/${first[1]}`, { status: 'approved' });
  expect((await list(grace, '?share=mine')).map(({ _id }) => _id)).toEqual([first[2]]);
  // Days later it is theirs: nobody else gets claimed applications, and nobody gets what they have rated.
  site.advance(3 * 60 * 60_000);
  expect(await claim(grace, 1)).toEqual([first[2]]);
  expect((await claim(hedy, 10)).sort()).toEqual([...second, first[0]!].sort());
  expect(await list(grace, '?share=mine')).toHaveLength(1);
  expect((await grace.call('DELETE', '/reviews/claims')).statusCode).toBe(200);
  expect(await list(grace, '?share=mine')).toHaveLength(0);
  await hedy.call('DELETE', '/reviews/claims');
  // Applications without a rating come first.
  expect(await claim(hedy, 3)).not.toContain(first[0]);
  await hedy.call('DELETE', '/reviews/claims');
});

test('an organizer gives applications to a reviewer, who loses them with the role', async () => {
  const rita = await signUp(site, { name: 'Rita', role: 'application-reviewer' });
  const [open, rated, decided] = [(await applicant()).id, (await applicant()).id, (await applicant()).id];
  await rate(rita, rated, 3);
  await grace.call('PUT', `/applications/${decided}`, { status: 'approved' });
  await claim(hedy, 10);
  const give = (reviewer: string) =>
    grace.call('PUT', '/reviews/claims', { ids: [open, rated, decided], reviewer });
  expect((await give(rita.id)).json()).toEqual({ assigned: 1 });
  expect((await list(rita, '?share=mine')).map(({ _id }) => _id)).toEqual([open]);
  expect((await give((await signUp(site)).id)).statusCode).toBe(404);
  expect((await rita.call('PUT', '/reviews/claims', { ids: [open], reviewer: rita.id })).statusCode).toBe(
    403,
  );
  await grace.call('DELETE', `/staff/${rita.id}`);
  expect((await read(hedy, open)).claim).toBeUndefined();
  await hedy.call('DELETE', '/reviews/claims');
});

test('a note mentions a colleague on their Home until they have read it', async () => {
  const rita = await signUp(site, { name: 'Rita Levi', role: 'application-reviewer' });
  await signUp(site, { name: 'Rita Lev', role: 'application-reviewer' });
  const { person, id } = await applicant();
  const note = crypto.randomUUID();
  const write = (as: TestActor, text: string, key = note) =>
    as.call('PUT', `/applications/${id}/notes/${key}`, { text });
  await write(grace, 'Is this enough, @rita levi?');
  const thread = (await write(grace, 'Sent again')).json();
  expect(thread).toMatchObject({
    notes: [{ by: 'Grace Hopper', text: 'Is this enough, @rita levi?' }],
    mentioned: false,
  });
  expect(thread.team).toEqual(['Hedy Lamarr', 'Rita Lev', 'Rita Levi']);
  const mentions = async (as: TestActor) => (await as.call('GET', '/home')).json().mentions;
  expect(await mentions(rita)).toEqual([{ application: id, by: 'Grace Hopper' }]);
  expect(await mentions(hedy)).toEqual([]);
  expect((await site.services.db.selectFrom('note_mentions').selectAll().execute()).length).toBe(1);
  expect((await rita.call('GET', `/applications/${id}/notes`)).json().mentioned).toBe(true);
  await rita.call('DELETE', `/applications/${id}/mentions`);
  expect(await mentions(rita)).toEqual([]);
  // Blind review hides others' reviews; applicants get them with their data once a decision is made.
  await setBlind(true);
  expect((await rita.call('GET', `/applications/${id}/notes`)).json()).toMatchObject({
    notes: null,
    mentioned: false,
  });
  await setBlind(false);
  const mine = async () => (await person.call('GET', '/users/me/export')).body;
  expect(await mine()).not.toContain('Is this enough');
  expect((await write(rita, ' ', crypto.randomUUID())).statusCode).toBe(400);
  expect((await write(person, 'Me', crypto.randomUUID())).statusCode).toBe(403);
});

race(
  'two organizers never claim the same application',
  async (app) => {
    await app.services.db.deleteFrom('review_claims').execute();
    const [one, two] = [await signUpAdmin(app), await signUpAdmin(app)];
    for (let count = 0; count < 6; count += 1) await applicant(app);
    const shares = await app.together([() => claim(one, 3), () => claim(two, 3), () => claim(one, 3)]);
    const held = await app.services.db.selectFrom('review_claims').selectAll().execute();
    for (const [actor, share] of [one, two, one].map((actor, at) => [actor, shares[at]!] as const)) {
      expect(share).toHaveLength(3);
      for (const id of share) expect(held.find((row) => row.application_id === id)?.user_id).toBe(actor.id);
    }
  },
  { without: withoutKeyLocks },
);

test('ratings: one for each organizer, the mean, disagreement, and the list by it', async () => {
  const [low, high, split] = [await applicant(), await applicant(), await applicant()];
  for (const actor of [grace, hedy]) {
    await rate(actor, low.id, 2);
    await rate(actor, high.id, 5, 'Clear, and done before.');
  }
  await rate(grace, split.id, 1);
  await rate(hedy, split.id, 3);
  await rate(hedy, split.id, 5, 'Changed my mind.');
  expect((await read(grace, split.id)).rating).toEqual({ mean: 3, count: 2, spread: 4 });
  const sorted = (await list(grace, '?sort=rating&status=pending&limit=3')).map(({ _id }) => _id);
  expect(sorted.indexOf(high.id)).toBeLessThan(sorted.indexOf(split.id));
  const next = await list(grace, `?sort=rating&status=pending&limit=1&after=${high.id}`);
  expect(next.map(({ _id }) => _id)).toEqual([sorted[sorted.indexOf(high.id) + 1]]);
  expect((await grace.call('GET', `/applications/${split.id}/reviews`)).json()).toEqual({
    mine: { rating: 1, note: '' },
    others: [{ by: 'Hedy Lamarr', rating: 5, note: 'Changed my mind.', at: expect.any(String) }],
  });
  for (const bad of [0, 6, 2.5, '3']) expect((await rate(grace, low.id, bad as number)).statusCode).toBe(400);
  expect((await rate(grace, crypto.randomUUID(), 3)).statusCode).toBe(404);
});

test('the adjusted order takes out how strict a reviewer is', async () => {
  const quiet = await createTestApp();
  const [strict, kind, third] = [
    await signUpAdmin(quiet),
    await signUpAdmin(quiet),
    await signUpAdmin(quiet),
  ];
  try {
    // Both rate the same six, the strict one two points lower.
    for (let count = 0; count < 6; count += 1) {
      const { id } = await applicant(quiet);
      await rate(strict, id, 1 + (count % 3));
      await rate(kind, id, 3 + (count % 3));
      await rate(third, id, 2 + (count % 3));
    }
    const [onlyStrict, onlyKind] = [await applicant(quiet), await applicant(quiet)];
    await rate(strict, onlyStrict.id, 3);
    await rate(kind, onlyKind.id, 4);
    const { ranking } = (await third.call('GET', '/reviews')).json<{
      ranking: { application: string; mean: number; rank: number; adjusted: number; adjustedRank: number }[];
    }>();
    const of = (id: string) => ranking.find((row) => row.application === id)!;
    expect([of(onlyStrict.id).mean, of(onlyKind.id).mean]).toEqual([3, 4]);
    expect(of(onlyStrict.id).rank).toBeGreaterThan(of(onlyKind.id).rank);
    expect(of(onlyStrict.id).adjusted).toBeGreaterThan(of(onlyKind.id).adjusted);
    expect(of(onlyStrict.id).adjustedRank).toBeLessThan(of(onlyKind.id).adjustedRank);
  } finally {
    await quiet.close();
  }
});

test('blind review: the server says who applied, and what others think, only to those who have rated', async () => {
  const ada = await signUp(site, { name: 'Quilla Blindtest' });
  const form = { whyJoin: 'I built a beekeeping robot.', major: 'Entomology' };
  const pdf = createPdf({ text: ['Quilla Blindtest', 'Beekeeping robot'] });
  const { _id: id } = (await submitForm(ada, form, { resume: pdf })).json().data;
  const open = await read(grace, id);
  await rate(hedy, id, 4, 'Quilla is known to me.');
  expect((await setBlind(true)).statusCode).toBe(200);
  try {
    const answers = [
      await grace.call('GET', `/applications/${id}`),
      await grace.call('GET', '/applications?limit=50'),
      await grace.call('GET', '/applications?sort=rating&limit=50'),
      await grace.call('GET', '/applications?q=entomology'),
      await grace.call('GET', `/applications/${id}/history`),
      await grace.call('GET', `/applications/${id}/reviews`),
      await grace.call('GET', '/reviews'),
      await grace.call('POST', '/search/vector-only', { query: 'beekeeping robot', filters: {} }),
      await grace.call('POST', '/search/rag', { query: 'beekeeping robot', filters: {} }),
    ];
    for (const answer of answers) {
      expect(answer.statusCode).toBe(200);
      expect(answer.body).not.toMatch(/quilla|blindtest|known to me/i);
      expect(answer.body).not.toContain(ada.email);
      expect(answer.body).not.toContain(String(open.resumeUrl));
      // Elsewhere the person's own id is next to their name.
      expect(answer.body).not.toContain(ada.id);
    }
    expect(answers[3]!.json()).toHaveLength(1);
    expect(await list(grace, '?q=quilla')).toEqual([]);
    expect((await grace.call('GET', String(open.resumeUrl))).statusCode).toBe(404);
    expect(await read(grace, id)).toMatchObject({ hidden: true, whyJoin: form.whyJoin, resumeUrl: null });
    expect(await read(grace, id)).not.toHaveProperty('rating');
    expect((await grace.call('GET', `/applications/${id}/reviews`)).json().others).toBeNull();
    // Check-in names only people whose application is decided.
    expect((await grace.call('GET', '/applications/search?term=quilla')).json()).toEqual([]);
    expect((await grace.call('GET', '/applications/checked-in')).body).not.toMatch(/quilla/i);
    // A note alone reveals nothing; a rating does, for this organizer and this application.
    await rate(grace, id, null, 'A note.');
    expect(await read(grace, id)).toMatchObject({ hidden: true });
    await rate(grace, id, 3);
    expect(await read(grace, id)).toMatchObject({
      user: open.user,
      resumeUrl: open.resumeUrl,
      rating: { mean: 3.5 },
    });
    expect((await grace.call('GET', `/applications/${id}/reviews`)).json().others).toHaveLength(1);
    expect((await grace.call('GET', String(open.resumeUrl))).statusCode).toBe(200);
    expect((await ada.call('GET', String(open.resumeUrl))).statusCode).toBe(200);
    // From then on the note can be changed, but not the rating.
    for (const rating of [5, null]) {
      const refused = await rate(grace, id, rating);
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'rating_fixed']);
    }
    const { mine } = (await rate(grace, id, 3, 'I know them.')).json();
    expect(mine).toEqual({ rating: 3, note: 'I know them.' });
    const other = await signUpAdmin(site);
    expect(await read(other, id)).toMatchObject({ hidden: true });
  } finally {
    await setBlind(false);
  }
  expect((await rate(grace, id, 5)).json().mine.rating).toBe(5);
  expect(await read(await signUpAdmin(site), id)).toMatchObject({ user: open.user });
});

test('while review is blind, the search does not know the names of those whom it hides', async () => {
  const ada = await signUp(site, { name: 'Quorra Zendaya' });
  const stranger = await signUp(site, { name: 'Zorblax Whitfield' });
  const other = createPdf({ text: ['Zorblax Whitfield', 'SKILLS', 'Pottery'] });
  await submitForm(stranger, {}, { resume: other });
  await readResume(site.services, { userId: stranger.id });
  const text = ['Quorra Zendaya', 'SKILLS', 'Rust', 'PROJECTS', '- Falconry tracker in Rust by Quorra'];
  const { _id: id } = (await submitForm(ada, {}, { resume: createPdf({ text }) })).json().data;
  await readResume(site.services, { userId: ada.id });
  const search = async (query: string) => {
    const { results } = (
      await grace.call('POST', '/search/rag', { query, filters: {} })
    ).json<SearchAnswer>();
    return results.find(({ application }) => application._id === id);
  };
  const names = ['Quorra', 'Quorra Zendaya', 'people named Zendaya'];
  for (const query of names) expect(await search(query), query).toBeDefined();
  await setBlind(true);
  try {
    for (const query of names) expect(await search(query), query).toBeUndefined();
    // Neither does a corrected misspelling tell a name.
    const answer = await grace.call('POST', '/search/rag', { query: 'Quorrra Zendaia', filters: {} });
    expect(answer.body).not.toMatch(/quorra|zendaya/i);
    // They are found by what they do, as people with other names are.
    const [named, alien] = [
      await search('Falconry in Rust by Quorra'),
      await search('Falconry in Rust by Zorblax'),
    ];
    expect(named?.match_score).toBe(alien?.match_score);
    const states = (result: typeof named) => result?.evidence.map(({ state, quote }) => [state, quote]);
    expect(states(named)).toEqual(states(alien));
    const [without, plain] = [await search('knows Rust, not Quorra'), await search('knows Rust')];
    expect(without).toBeDefined();
    expect(JSON.stringify(without?.evidence)).not.toContain('contradicted');
    expect(plain).toBeDefined();
    await rate(grace, id, 4);
    for (const query of names) expect(await search(query), query).toBeDefined();
  } finally {
    await setBlind(false);
  }
});

test('while review is blind, no call says whose application an id is: badges, candidates, recipients, check-in', async () => {
  const ada = await signUp(site, { name: 'Orla Idmapped' });
  const { _id: id } = (await submitForm(ada, { whyJoin: 'I fold paper cranes.' })).json().data;
  await grace.call('PUT', `/applications/${id}`, { status: 'approved' });
  const draft = {
    subject: 'Hello {name}',
    text: 'For {name}.',
    segment: {},
    email: false,
    aboutPlace: false,
  };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const sent = (await grace.call('POST', '/announcements', draft, { headers })).json();
  const entrance = site.services.event.checkpoints[0]!.id;
  const checkIn = { userId: ada.id, checkpoint: entrance };
  const admitted = { headers: { 'idempotency-key': crypto.randomUUID() } };
  const { checkedInAt } = (await grace.call('POST', '/applications/check-in', checkIn, admitted)).json().data;
  expect((await setBlind(true)).statusCode).toBe(200);
  try {
    const refused = [
      await grace.call('POST', '/badges', { ids: [id] }),
      await grace.call('GET', '/volunteers/candidates?term=orla'),
      await grace.call('GET', `/announcements/${sent._id}/receivers`),
    ];
    for (const answer of refused)
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'export_blind']);
    const { email: _, ...previewed } = draft;
    const preview = await grace.call('POST', '/announcements/preview', previewed);
    expect(preview.json().samples).toEqual([
      { name: 'each person', subject: draft.subject, text: draft.text },
    ]);
    // The station still finds people by name, and names no application.
    const found = await grace.call('GET', '/applications/search?term=orla');
    expect(found.json()).toMatchObject([{ userId: ada.id, name: 'Orla Idmapped' }]);
    const read = await grace.call('GET', `/applications/${id}`);
    expect(read.json()).toMatchObject({ hidden: true, checkedInAt: null });
    const details = await grace.call('POST', '/applications/details', { ids: [id] });
    expect(details.json()).toMatchObject([{ _id: id, team: null, checkIns: [] }]);
    for (const answer of [found, read, details])
      expect([ada.id, id].filter((known) => answer.body.includes(known))).toHaveLength(1);
    for (const answer of [read, details]) expect(answer.body).not.toContain(checkedInAt);
  } finally {
    await setBlind(false);
  }
  expect((await grace.call('POST', '/badges', { ids: [id] })).json()).toMatchObject([{ _id: id }]);
  expect((await grace.call('GET', '/volunteers/candidates?term=orla')).json()).toHaveLength(1);
});

test('while review is blind, searches by what is hidden find only people whom the reader may see, and announcements by it are refused', async () => {
  const entrance = site.services.event.checkpoints[0]!.id;
  const applicants: { person: TestActor; id: string }[] = [];
  for (const checkpoint of [entrance, undefined]) {
    const person = await signUp(site);
    const { _id: id } = (await submitForm(person, { major: 'Puppetry' })).json().data;
    await grace.call('PUT', `/applications/${id}`, { status: 'approved' });
    const headers = { 'idempotency-key': crypto.randomUUID() };
    if (checkpoint)
      await grace.call('POST', '/applications/check-in', { userId: person.id, checkpoint }, { headers });
    applicants.push({ person, id });
  }
  const [there, absent] = applicants as [(typeof applicants)[0], (typeof applicants)[0]];
  const conditions = [
    { checkedIn: true },
    { checkedIn: false },
    { inTeam: true },
    { inTeam: false },
    { submitted: false },
    { tables: { from: 1, to: 9 } },
    { question: { id: 'age', has: '1' } },
  ];
  const preview = async (segment: object) => {
    const draft = { subject: 'Hello', text: 'Hello.', aboutPlace: false, segment };
    const { samples, code, ...counts } = (await grace.call('POST', '/announcements/preview', draft)).json();
    if (!code) expect(samples).toHaveLength(1);
    return code ?? counts;
  };
  const search = async (query: string) => {
    const filters = { major: 'Puppetry' };
    const answers = ['rag', 'vector-only'].map((call) =>
      grace.call('POST', `/search/${call}`, { query, filters }),
    );
    return (await Promise.all(answers)).flatMap((answer) =>
      answer.json().results.map(({ application }: { application: { _id: string } }) => application._id),
    );
  };
  const questions = ['checked in', 'not checked in', 'in a team', 'without a team'];
  const found = await Promise.all(questions.map(search));
  expect(found.map(({ length }) => length)).toEqual([2, 2, 0, 4]);
  const send = (segment: object) =>
    grace.call(
      'POST',
      '/announcements',
      { subject: 'Hello', text: 'Hello.', aboutPlace: false, email: false, segment },
      { headers: { 'idempotency-key': crypto.randomUUID() } },
    );
  await setBlind(true);
  try {
    const nothing = { receivers: 0, emails: 0, unsubscribed: 0, noAddress: 0, onlyRated: true };
    for (const { id } of applicants) expect(await preview({ applications: [id] })).toEqual(nothing);
    // Their status is no secret.
    expect(await preview({ status: 'approved' })).not.toHaveProperty('onlyRated');
    const ids = applicants.map(({ id }) => id);
    for (const others of [{}, { track: 'Hacker Track' }, { applications: ids }])
      for (const condition of conditions) {
        expect(await preview({ ...others, ...condition })).toBe('announcement_blind');
        expect((await send({ ...others, ...condition })).json().code).toBe('announcement_blind');
      }
    for (const question of questions) expect(await search(question)).toEqual([]);
    await rate(grace, there.id, 4);
    await rate(grace, absent.id, 4);
    expect(await preview({ applications: ids })).toMatchObject({ receivers: 2 });
    expect(await Promise.all(questions.map(search))).toEqual(found);
  } finally {
    await setBlind(false);
  }
  const sent = await send({ checkedIn: true, track: 'Hacker Track' });
  expect(sent.json().counts.receivers).toBeGreaterThan(0);
});

test('reviews go with the application, and are part of the exports of both', async () => {
  const { person, id } = await applicant();
  const reviewer = await signUpAdmin(site, 'Rae Viewer');
  await rate(reviewer, id, 4, 'Writes well.');
  const exported = async ({ call }: TestActor) => {
    const { rawPayload } = await call('GET', '/users/me/export');
    return JSON.parse(String(unzip(rawPayload).get('about-me.json')));
  };
  expect((await exported(reviewer)).writtenReviews).toMatchObject([{ rating: 4, note: 'Writes well.' }]);
  // Not before the decision.
  expect((await exported(person)).receivedReviews).toEqual([]);
  await grace.call('PUT', `/applications/${id}`, { status: 'rejected' });
  const received = await exported(person);
  expect(received.receivedReviews).toMatchObject([{ rating: 4, note: 'Writes well.' }]);
  expect(JSON.stringify(received)).not.toContain('Rae Viewer');
  expect((await reviewer.call('DELETE', '/users/me')).statusCode).toBe(200);
  expect((await grace.call('GET', `/applications/${id}/reviews`)).json().others).toMatchObject([
    { by: null, rating: 4 },
  ]);
  expect((await person.call('DELETE', '/users/me')).statusCode).toBe(200);
  expect(
    await site.services.db.selectFrom('reviews').selectAll().where('application_id', '=', id).execute(),
  ).toEqual([]);
});

test('thousands of ratings of deleted accounts are ranked as those of one reviewer', async () => {
  const large = await createTestApp();
  await fillLargeSite(large.database, 3000);
  const organizer = await signUpAdmin(large);
  const { ranking } = (await organizer.call('GET', '/reviews')).json();
  expect(ranking).toHaveLength(3000);
  expect(ranking[0]).toMatchObject({ mean: 4, rank: 1, adjusted: 4, adjustedRank: 1 });
  await large.close();
});
