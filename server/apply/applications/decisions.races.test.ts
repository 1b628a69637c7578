import { setTimeout as wait } from 'node:timers/promises';
import { DeleteQueryNode, type KyselyPlugin, RawNode } from 'kysely';
import { expect } from 'vitest';
import type { Application } from '../../../contract/apply/applications.ts';
import { listBrokenInvariants } from '../../operations/doctor/doctor.service.ts';
import { deliverMail } from '../../operations/mail/deliver-mail.service.ts';
import { signUpAdmin } from '../../testing/actors.ts';
import type { TestApp } from '../../testing/app.ts';
import { createAttendee } from '../../testing/attendees.ts';
import {
  createPendingApplicant,
  limitPlaces,
  readPlaces,
  readSubjects,
  runOffers,
  type TestApplicant,
} from '../../testing/places.ts';
import { race, rewriteStatements, withoutKeyLocks, withoutLocks } from '../../testing/races.ts';

/** Omits that delivering an email makes its decision final. */
const withoutFinalDecisions = rewriteStatements((node) =>
  DeleteQueryNode.is(node) && !node.returning && JSON.stringify(node.from).includes('undoable_decisions')
    ? RawNode.createWithSql('select 1')
    : node,
);

/** Omits the lock on the places and all row locks. */
const withoutBulkLocks: KyselyPlugin = {
  ...withoutLocks,
  transformQuery: (args) =>
    withoutKeyLocks.transformQuery({ ...args, node: withoutLocks.transformQuery(args) }),
};

async function createPending(site: TestApp, count: number): Promise<TestApplicant[]> {
  const people: TestApplicant[] = [];
  for (let n = 1; n <= count; n += 1) people.push(await createPendingApplicant(site));
  return people;
}

race(
  'an email is sent or its decision is undone, never both',
  async (site) => {
    const grace = await signUpAdmin(site);
    const person = await createAttendee(site, { status: 'pending' });
    const { db } = site.services;
    const { id } = await db
      .selectFrom('applications')
      .select('id')
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow();
    await grace.call('PUT', `/applications/${id}`, { status: 'approved', undoable: true });
    const { id: mailId } = await db
      .selectFrom('mails')
      .select('id')
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow();
    const sent: string[] = [];
    const services = {
      ...site.services,
      sendMail: async () => {
        sent.push(mailId);
        await wait(Math.random() * 10);
      },
    };
    const [undone] = await site.together<unknown>([
      () => grace.call('POST', `/applications/${id}/undo`, { status: 'approved' }),
      () => wait(Math.random() * 25).then(() => deliverMail(services, { mailId })),
    ]);
    const { status } = (await grace.call('GET', `/applications/${id}`)).json<Application>();
    expect([sent.length, status]).toEqual(
      (undone as { statusCode: number }).statusCode === 200 ? [0, 'pending'] : [1, 'approved'],
    );
  },
  { without: withoutFinalDecisions },
);

race(
  'three organizers decide on the same people at once: each has one outcome, and is told of it once',
  async (site) => {
    await site.services.db.deleteFrom('applications').execute();
    limitPlaces(site, { capacity: 3 });
    const people = await createPending(site, 6);
    const organizers = [await signUpAdmin(site), await signUpAdmin(site), await signUpAdmin(site)];
    const ids = people.map(({ applicationId }) => applicationId);
    const answers = await site.together(
      organizers.map((organizer, at) => () => {
        const status = at % 2 ? 'rejected' : 'approved';
        // Each in another order, as from lists with different sorting.
        const sorted = at === 2 ? ids.toReversed() : ids;
        return organizer.call('POST', '/applications/status', { ids: sorted, status, undoable: true });
      }),
    );
    expect(answers.map((answer) => answer.json().changed?.length)).toEqual([6, 6, 6]);
    expect(await listBrokenInvariants(site.services)).toEqual([]);
    const subjects = {
      approved: 'You are in',
      pending: 'You are on the waitlist',
      rejected: 'Your application',
    };
    for (const person of people) {
      const { status } = (await person.call('GET', '/applications/me')).json().data as Application;
      expect(await readSubjects(site, person)).toEqual([expect.stringContaining(subjects[status])]);
    }
  },
  { without: withoutBulkLocks, paused: ['held_decisions'], pauses: 6 },
);

race(
  'a place that becomes free during an undo goes to nobody whose approval is undone',
  async (site) => {
    await site.services.db.deleteFrom('applications').execute();
    limitPlaces(site, { capacity: 2 });
    const people = await createPending(site, 6);
    const grace = await signUpAdmin(site);
    const ids = people.map(({ applicationId }) => applicationId);
    await grace.call('POST', '/applications/status', { ids, status: 'approved', undoable: true });
    await people[0]!.call('PUT', '/attendance', { attending: false });
    const [undone] = await site.together<unknown>([
      () => grace.call('POST', '/applications/undo', { ids, status: 'approved' }),
      () => wait(Math.random() * 20).then(() => runOffers(site)),
      () => wait(Math.random() * 20).then(() => runOffers(site)),
    ]);
    await runOffers(site);
    const { changed } = (undone as { json: () => { changed: string[] } }).json();
    const places = await readPlaces(site, people);
    for (const [at, person] of people.entries()) {
      if (!changed.includes(person.applicationId)) continue;
      expect([places[at], await readSubjects(site, person)]).toEqual(['pending -', []]);
    }
    expect(changed.length).toBeGreaterThanOrEqual(5);
    expect(await listBrokenInvariants(site.services)).toEqual([]);
  },
  { without: withoutBulkLocks, paused: ['undoable_decisions'], pauses: 1 },
);
