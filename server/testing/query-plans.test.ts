import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { getApplicantIndex } from '../apply/search/applicant-index.ts';
import { emailAnnouncements } from '../event-day/announcements/email-announcements.service.ts';
import { createTestApp, type TestApp } from './app.ts';
import { type MatrixRow, matrixRows } from './authz-matrix.ts';
import { sendCall } from './authz-requests.ts';
import { calls } from './calls.ts';
import { fillLargeSite } from './large-site.ts';
import { countTables, type ExecutedPlan, watchPlans } from './query-plans.ts';
import { buildWorld, columns, type MatrixWorld } from './world.ts';

/** More than any call needs, and far less than one that compares each row with each. */
const mostWork = 20;
/** What a statement costs that finds one row, such as that of the session. */
const constantWork = 100;
const fewRows = 100;
/** Tables that calls read and that have few rows here: of organizers, and of states that pass. */
const smallTables = [
  ...[
    'announcement_pushes',
    'announcements',
    'application_counts',
    'entered_scores',
    'event_changes',
    'events',
  ],
  ...[
    'feedback_given',
    'former_names',
    'held_decisions',
    'identities',
    'judge_sessions',
    'judges',
    'mentors',
  ],
  ...['note_mentions', 'project_pictures', 'project_reports', 'push_subscriptions', 'resume_links'],
  ...['result_decisions', 'retained_counts', 'review_claims', 'review_sessions', 'search_questions'],
  ...['settings', 'shifts', 'stations', 'table_visits', 'team_invites'],
  ...['thing_reservations', 'undoable_decisions', 'unsubscribed', 'voided_scores', 'waitlist'],
  ...['withdrawn_applications', '_private_jobs', '_private_tasks'],
];

let site: TestApp;
let takePlans: () => ExecutedPlan[];
let sizes: Map<string, number>;
beforeAll(async () => {
  site = await createTestApp();
  await fillLargeSite(site.database, 1000);
  sizes = await countTables(site);
  takePlans = await watchPlans(site, inject('testServer').admin);
});
afterAll(() => site.close());

/** Returns how often each row of the tables that statements read was touched, counting repeated statements' tables once. */
function measureWork(plans: ExecutedPlan[]): number {
  const byText = new Map(plans.map((plan) => [plan.text, plan]));
  const tables = [...byText.values()].flatMap((plan) => [...plan.tables]);
  const size = tables.reduce((sum, table) => sum + (sizes.get(table) ?? 0), constantWork * byText.size);
  return plans.reduce((sum, { work }) => sum + work, 0) / Math.max(1, size);
}

const isRead = (row: MatrixRow) => {
  const { prepare, prepareRequest, own } = row.case;
  return calls[row.call ?? '']?.method === 'GET' && !prepare && !prepareRequest && !own;
};
const succeeds = (row: MatrixRow) => columns.toReversed().find((column) => /^20/.test(row.expect[column]));
const driven = matrixRows.filter((row) => row.call && !row.case.impossible && succeeds(row));

// What only reads has one world.
let shared: MatrixWorld | undefined;

/** Makes the call of a row as somebody who may, and returns what PostgreSQL did for it. */
async function sendRow(row: MatrixRow): Promise<ExecutedPlan[]> {
  const given = row.case;
  if (isRead(row)) shared ??= await buildWorld(site);
  const world = isRead(row) ? shared! : await buildWorld(site);
  const actor = world.cast[succeeds(row)!];
  await given.prepare?.(world);
  const prepared = { ...given, ...(await given.prepareRequest?.(world)) };
  await given.own?.(actor, world);
  takePlans();
  const { statusCode } = await sendCall(row.call!, prepared, actor, world);
  if (statusCode >= 500) throw new Error(`${row.name} is answered with ${statusCode}`);
  return takePlans();
}

test('the work of every call grows with its rows, and not with their square', async () => {
  await getApplicantIndex(site.services).refresh();
  const tooMuch: string[] = [];
  const read = new Set<string>();
  const readsFirst = driven.toSorted((one, other) => Number(isRead(other)) - Number(isRead(one)));
  for (const row of readsFirst) {
    const plans = await sendRow(row);
    const work = measureWork(plans);
    const worst = plans.toSorted((one, other) => other.work - one.work)[0];
    if (work > mostWork)
      tooMuch.push(`${row.call}: each row ${work.toFixed(0)} times, most for ${worst?.text}`);
    if (isRead(row)) for (const { tables } of plans) for (const table of tables) read.add(table);
  }
  expect(tooMuch).toEqual([]);
  // A new table is filled by large-site.ts, or a call that reads it is not measured.
  const unfilled = [...read].filter((table) => (sizes.get(table) ?? 0) < fewRows);
  expect(unfilled.filter((table) => !smallTables.includes(table))).toEqual([]);
});

test('a batch of the emails of announcements costs the same, however many wait', async () => {
  await site.services.db.updateTable('announcement_receivers').set({ state: 'waiting' }).execute();
  takePlans();
  // One job ends after some seconds, whatever still waits.
  const waiting = site.services.db.selectFrom('announcement_receivers').where('state', '=', 'waiting');
  while (await waiting.select('state').executeTakeFirst()) await emailAnnouncements(site.services);
  const batches = takePlans().filter(({ text }) =>
    text.includes('select "announcements"."id" as "announcementId"'),
  );
  expect(batches.length).toBeGreaterThan(30);
  const [first, ...others] = batches.filter(({ tables }) => tables.size > 0);
  expect(first!.work).toBeLessThan(1.5 * Math.max(...others.slice(-9).map(({ work }) => work)));
});

test('a statement that compares each row with each is found', async () => {
  takePlans();
  const { db } = site.services;
  await sql`select from projects p join users u on u.id = p.user_id or u.name = p.title`.execute(db);
  expect(measureWork(takePlans())).toBeGreaterThan(mostWork);
});
