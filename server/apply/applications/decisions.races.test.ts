import { setTimeout as wait } from 'node:timers/promises';
import { DeleteQueryNode, RawNode } from 'kysely';
import { expect } from 'vitest';
import type { Application } from '../../../contract/apply/applications.ts';
import { deliverMail } from '../../platform/mail/deliver.ts';
import { signUpAdmin } from '../../testing/actors.ts';
import { createAttendee } from '../../testing/attendees.ts';
import { race, rewriteStatements } from '../../testing/races.ts';

/** Leaves out that the delivery of an email makes its decision final. */
const withoutFinalDecisions = rewriteStatements((node) =>
  DeleteQueryNode.is(node) && !node.returning && JSON.stringify(node.from).includes('undoable_decisions')
    ? RawNode.createWithSql('select 1')
    : node,
);

race(
  'K28: an email is sent or its decision is undone, never both',
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
