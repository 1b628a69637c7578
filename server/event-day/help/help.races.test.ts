import { expect } from 'vitest';
import { signUp, type TestActor } from '../../testing/actors.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { countAnswers, type RacingApp, race, withoutAnyLocks, withoutKeyLocks } from '../../testing/races.ts';

const topic = 'Software';
const guard = { paused: ['help_requests'], pauses: 6, without: withoutKeyLocks, rateLimitScale: 1000 };

async function createHacker(site: RacingApp): Promise<TestActor> {
  const hacker = await signUp(site);
  await createApplicant(site, hacker);
  return hacker;
}

function createMentor(site: RacingApp): Promise<TestActor> {
  return signUp(site, { role: 'mentor' });
}

const ask = (hacker: TestActor, id: string) =>
  hacker.call('PUT', `/help/requests/${id}`, { topic, text: 'It hangs', location: 'Table 7' });

race(
  'of three mentors who claim a request at once one has it, and nobody else is told so',
  async (site) => {
    site.services.event.help = { topics: [topic] };
    const hacker = await createHacker(site);
    const mentors = [await createMentor(site), await createMentor(site), await createMentor(site)];
    const id = crypto.randomUUID();
    await ask(hacker, id);
    const answers = await site.together(
      mentors.map((mentor) => () => mentor.call('POST', `/help/requests/${id}/state`, { state: 'claimed' })),
    );
    expect(countAnswers(answers)).toEqual({ 200: 1, 409: 2 });
    const winner = mentors[answers.findIndex(({ statusCode }) => statusCode === 200)];
    const [request] = (await hacker.call('GET', '/help/mine')).json().requests;
    expect(request.mentor._id).toBe(winner?.id);
  },
  guard,
);

race(
  'a request that arrives twice, beside another of the same person, is one',
  async (site) => {
    site.services.event.help = { topics: [topic] };
    const hacker = await createHacker(site);
    const [id, other] = [crypto.randomUUID(), crypto.randomUUID()];
    const answers = await site.together([id, id, other].map((one) => () => ask(hacker, one)));
    const counts = countAnswers(answers);
    expect([counts[500], (counts[200] ?? 0) + (counts[409] ?? 0)]).toEqual([undefined, 3]);
    expect((await hacker.call('GET', '/help/mine')).json().requests).toHaveLength(1);
  },
  { ...guard, without: withoutAnyLocks },
);
