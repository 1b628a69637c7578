import type { Event } from '../../contract/event/event.ts';
import { type JudgingTrack, judgeUsername } from '../../contract/judging/judging.ts';
import { cleanLine, parseEmail } from '../../contract/platform/text-rules.ts';
import { listJudgedPrizes } from '../../contract/projects/prizes.ts';
import { fail } from '../platform/http/problem.ts';

/** A judge to create; missing fields are filled in. */
export interface NewJudge {
  username?: string;
  name?: string;
  email?: string;
  track?: JudgingTrack | null;
  /** The key of a prize with its own judges. */
  prize?: string | null;
}

type Named = { username?: string; name?: string };

/** Returns the highest number of a numbered judge ("judge12", "Judge 12"); 0 when there is none. */
function getLastNumber(judges: readonly Named[]): number {
  const numbers = judges
    .flatMap(({ username, name }) => [username, name])
    .map((text) => Number(/^judge ?(\d{1,6})$/i.exec(cleanLine(text ?? ''))?.[1] ?? 0));
  return Math.max(0, ...numbers);
}

/** Throws `judges_unwanted` with a sentence for the organizer. */
export function refuseJudges(reason: string): never {
  fail('judges_unwanted', { values: { reason } });
}

/** Throws `judges_unwanted` if a judge, even a removed one, has this name. */
export function requireFreeName(names: ReadonlySet<string>, name: string): void {
  if (names.has(name)) refuseJudges(`There is already a judge named ${name}. Results are shown by name.`);
}

/** Returns the judges to create, each with a username and a name. Throws `judges_unwanted`. */
export function chooseNames(requested: readonly NewJudge[], taken: readonly Required<Named>[]) {
  // Numbering continues after the last number. A removed or renamed judge keeps theirs.
  let number = getLastNumber([...taken, ...requested]);
  const usernames = new Set(taken.map(({ username }) => username));
  const names = new Set(taken.map(({ name }) => name));
  return requested.map((each) => {
    const own = { username: cleanLine(each.username ?? '').toLowerCase(), name: cleanLine(each.name ?? '') };
    if (!own.username || !own.name) number += 1;
    const username = own.username || `judge${number}`;
    const name = own.name || `Judge ${number}`;
    if (!judgeUsername.safeParse(username).success) refuseJudges(`"${username}" cannot be a username.`);
    if (usernames.has(username)) refuseJudges(`The username ${username} is taken.`);
    requireFreeName(names, name);
    const email = each.email ? parseEmail(each.email) : null;
    if (email === undefined) refuseJudges(`"${each.email}" is not an email address.`);
    usernames.add(username);
    names.add(name);
    return { username, name, email, track: each.track ?? null, prize: each.prize ?? null };
  });
}

/** Throws `judges_unwanted` for a prize without its own judges, and for a judge with both a prize and a track. */
export function requirePrizes(event: Event, requested: readonly NewJudge[]): void {
  const keys = listJudgedPrizes(event).map(({ key }) => key);
  for (const { prize, track } of requested) {
    if (!prize) continue;
    if (!keys.includes(prize))
      refuseJudges(
        `"${prize}" is not a prize with judges of its own. ${keys.length > 0 ? `Use ${keys.join(', ')}.` : 'This event has none.'}`,
      );
    if (track) refuseJudges('A judge scores a track or a prize, not both.');
  }
}
