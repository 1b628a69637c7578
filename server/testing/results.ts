import { listConcerns } from '../../contract/judging/publication-concerns.ts';
import { needsReason } from '../../contract/judging/ranking.ts';
import type { Decision, Publication, RankedGroup } from '../../contract/judging/results.ts';
import type { TestActor } from './actors.ts';

type Caller = Pick<TestActor, 'call'>;

/** Returns a decision about a group as its scores rank it, with a yes to every concern, and the reason that one needs. */
export function toDecision(group: RankedGroup, more: Partial<Decision> & { places: number }) {
  const decision = { order: null, reason: '', confirmed: [] as string[], excluded: [], note: '', ...more };
  const confirmed = more.confirmed ?? listConcerns(group, decision).map(({ key }) => key);
  const asksReason = needsReason(group.key, { ...decision, order: null, confirmed });
  return { ...decision, confirmed, reason: more.reason ?? (asksReason ? 'One judge is enough.' : '') };
}

/** Decides a group as it was seen. */
export function decide(
  who: Caller,
  { version, groups }: Publication,
  key: string,
  more: Partial<Decision> & { places: number },
) {
  const group = groups.find((each) => each.key === key)!;
  const revision = group.decision?.revision ?? 0;
  return who.call('PUT', '/results/decision', {
    group: key,
    version,
    revision,
    ...toDecision(group, more),
  });
}

/** Decides these groups anew and publishes them, as the only organizer. */
export async function publishPlaces(who: Caller, places: Record<string, number>) {
  const load = async (): Promise<Publication> => (await who.call('GET', '/results')).json();
  for (const { key, decision } of (await load()).groups)
    if (decision?.locked) await who.call('POST', '/results/unlock', { group: key, reason: 'Anew' });
  for (const { key } of (await load()).groups) {
    const answer = await decide(who, await load(), key, { places: places[key] ?? 0 });
    if (answer.statusCode !== 200) throw new Error(answer.body);
  }
  const locked = (await load()).groups
    .filter(({ decision }) => decision?.locked?.winners.length)
    .map(({ key, decision }) => `${key} ${decision!.revision}`);
  return who.call('PUT', '/results', { locked });
}
