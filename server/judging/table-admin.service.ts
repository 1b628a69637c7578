import type { Event } from '../../contract/event/event.ts';
import { findArea } from '../../contract/event/table-areas.ts';
import type * as contract from '../../contract/judging/judging-admin.ts';
import { listTrackRubrics } from '../../contract/judging/judging-tracks.ts';
import type { ResponseOf } from '../../contract/platform/endpoint.ts';
import { paths } from '../../contract/platform/pages.ts';
import { recordAudit } from '../platform/audit/audit.service.ts';
import { transact } from '../platform/db/transact.ts';
import type { Call, CallBy } from '../platform/http/call.ts';
import { fail } from '../platform/http/problem.ts';
import { notifySubscribers } from '../platform/live/notify.ts';
import { createEmail, createPageLink, type EmailSite, formatGreeting } from '../platform/mail/email.ts';
import { queueMail } from '../platform/mail/mail.service.ts';
import type { Services } from '../platform/services.ts';
import { lockTables } from '../projects/demo-tables.locks.ts';
import * as queries from './table-admin.queries.ts';
import { selectAllTables, selectTables } from './tables.queries.ts';

/** Counts the teams and lone hackers with a submitted project, and no table. */
export const countWithoutTable = async ({ db, event }: Pick<Services, 'db' | 'event'>) =>
  event.projects ? (await queries.countUnnumbered(db, true)).submitted : 0;

/**
 * Assigns numbers to approved teams and lone hackers without one; existing numbers stay. For `checked-in` only those with
 * somebody checked in get one, and tables retired before their people came are restored; for `submitted` only those with
 * a submitted project.
 */
export async function assignTables(
  { db, event }: Pick<Services, 'db' | 'event'>,
  { actor: { id: actorId }, query: { who = 'approved' } }: CallBy<typeof contract.assignTables>,
): Promise<ResponseOf<typeof contract.assignTables>> {
  if (who === 'submitted' && !event.projects)
    fail('invalid_input', { fields: { who: 'must be approved or checked-in: the event has no projects' } });
  const rubrics = listTrackRubrics(event);
  const tracks = rubrics.flatMap((rubric) => event.tracks.filter((track) => track.rubric === rubric));
  const toRubric = (at: number | null) => tracks[(at ?? 1) - 1]!.rubric;
  return transact(db, async (trx) => {
    await lockTables(trx);
    const restored = who === 'checked-in' ? await queries.restoreArrivedTables(trx) : 0;
    const hasProjects = event.projects !== false;
    const unnumbered = await queries.selectUnnumbered(trx, {
      tracks: tracks.map(({ id }) => id),
      hasProjects,
      who,
    });
    const ofRubric = Map.groupBy(unnumbered, ({ track }) => toRubric(track));
    const parties = rubrics.flatMap((rubric) => ofRubric.get(rubric) ?? []);
    const areas = event.projects ? event.projects.areas : [];
    const taken = (await selectAllTables(trx)).map(({ number }) => number);
    const picked = pickNumbers(parties, taken, areas);
    await queries.insertTables(
      trx,
      parties.map(({ needsPower: _, track, ...party }, at) => ({
        ...picked[at]!,
        ...party,
        track: toRubric(track),
      })),
    );
    const assigned = restored + parties.length;
    const total = (await selectTables(trx)).length;
    if (assigned > 0) {
      await recordAudit(trx, actorId, 'tables.numbered', 'tables', { assigned });
      await notifySubscribers(trx, 'judging');
    }
    return { success: true, assigned, total };
  });
}

/** Retires tables, so that no judge is sent there, or restores them. Returns how many changed. */
export function retireTables(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { actor: { id: actorId }, body: { numbers, retired } }: Call<typeof contract.retireTables>,
): Promise<ResponseOf<typeof contract.retireTables>> {
  return transact(db, async (trx) => {
    await lockTables(trx);
    const changed = await queries.updateRetired(trx, numbers, retired ? now() : null);
    if (changed.length > 0) {
      const action = retired ? 'tables.retired' : 'tables.restored';
      await recordAudit(trx, actorId, action, 'tables', { numbers: changed });
      await notifySubscribers(trx, 'judging');
    }
    return { success: true, changed: changed.length };
  });
}

/**
 * Moves a team to another number; the team there, if any, gets the first one's. Throws `not_found` if the first number is
 * not a table, and `table_scored`, since scores belong to a number.
 */
export function moveTable(
  { db }: Pick<Services, 'db'>,
  { actor: { id: actorId }, body: { from, to } }: Call<typeof contract.moveTable>,
): Promise<void> {
  return transact(db, async (trx) => {
    await lockTables(trx);
    const known = await selectTables(trx);
    if (!known.some(({ teamNumber }) => teamNumber === from)) fail('not_found');
    if (from === to) return;
    const scored = await queries.findScoredNumber(trx, [from, to]);
    if (scored !== undefined) fail('table_scored', { values: { number: scored } });
    await queries.swapNumbers(trx, from, to);
    await recordAudit(trx, actorId, 'tables.moved', 'tables', { from, to });
    await notifySubscribers(trx, 'judging');
  });
}

/** Emails everybody at a table its number, once per number. Returns how many emails were queued. */
export function sendTableEmails(
  { db, now, event, config }: Pick<Services, 'db' | 'now' | 'event' | 'config'>,
  { actor: { id: actorId } }: Call<typeof contract.sendTableEmails>,
): Promise<ResponseOf<typeof contract.sendTableEmails>> {
  return transact(db, async (trx) => {
    await lockTables(trx);
    const people = await queries.selectUnemailed(trx);
    for (const { userId, name, email, number } of people) {
      const area = findArea(event.projects ? event.projects.areas : [], number);
      const content = createTableEmail({ event, config }, { name, number, area });
      await queueMail(trx, { ...content, to: email, userId });
    }
    await queries.markEmailed(trx, now());
    const sent = people.length;
    if (sent > 0) {
      await recordAudit(trx, actorId, 'tables.emailed', 'tables', { sent });
      await notifySubscribers(trx, 'judging');
    }
    return { success: true, sent };
  });
}

/** Where tables are, by number, and whether they have power. */
type Area = Extract<Event['projects'], object>['areas'][number];

/** A number and its area; null beyond all areas, or without areas. */
interface Picked {
  number: number;
  area: string | null;
}

/**
 * Returns a number for each party, in order. Without areas, numbers follow the highest one in use. With areas, each gets
 * the lowest free number: parties that need power come first and sit where there is power; others preferably sit where
 * there is none. When all are taken, numbers continue after the highest.
 */
export function pickNumbers(
  parties: readonly { needsPower: boolean }[],
  taken: readonly number[],
  areas: readonly Area[],
): Picked[] {
  const used = new Set(taken);
  let last = Math.max(0, ...taken, ...areas.map(({ to }) => to));
  const withPower = areas.filter(({ power }) => power);
  const rather = [...areas.filter(({ power }) => !power), ...withPower];
  const pick = (allowed: readonly Area[]): Picked => {
    for (const { name, from, to } of allowed)
      for (let number = from; number <= to; number += 1)
        if (!used.has(number)) {
          used.add(number);
          return { number, area: name };
        }
    last += 1;
    return { number: last, area: null };
  };
  const picked = new Map<number, Picked>();
  const order = [...parties.keys()];
  const isFirst = (at: number) => areas.length > 0 && parties[at]!.needsPower;
  for (const at of order.filter(isFirst)) picked.set(at, pick(withPower));
  for (const at of order.filter((each) => !isFirst(each))) picked.set(at, pick(rather));
  return order.map((at) => picked.get(at)!);
}

interface TableOfPerson {
  name: string;
  number: number;
  area: string | undefined;
}

function createTableEmail(site: EmailSite, { name, number, area }: TableOfPerson) {
  return createEmail(`Your table: ${number}`, site.event, [
    { heading: `Your table: ${number}` },
    formatGreeting(name),
    `${area ? `Area: ${area}. ` : ''}The judges come to this table. Stay near it while judging lasts.`,
    { link: createPageLink(site, paths.dashboard), label: 'Open your dashboard' },
  ]);
}
