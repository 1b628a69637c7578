import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { signUp, signUpAdmin } from '../../testing/actors.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { race, withoutKeyLocks } from '../../testing/races.ts';
import { emailAnnouncements } from './email-announcements.service.ts';

const lunch = { subject: 'Lunch', text: 'At noon.', segment: {}, email: true, aboutPlace: false };

race(
  'after an announcement is stopped none of its emails is written',
  async (racing) => {
    await racing.services.db.deleteFrom('applications').execute();
    await racing.services.db.deleteFrom('mails').execute();
    for (let n = 0; n < 3; n += 1) await createApplicant(racing, await signUp(racing));
    const admin = await signUpAdmin(racing);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const { _id } = (await admin.call('POST', '/announcements', lunch, { headers })).json();
    await racing.together<unknown>([
      () => emailAnnouncements(racing.services),
      () => wait(Math.random() * 40).then(() => admin.call('POST', `/announcements/${_id}/stop`)),
    ]);
    await emailAnnouncements(racing.services);
    const mails = racing.services.db.selectFrom('mails').select('id').where('subject', '=', 'Lunch');
    expect(await mails.execute()).toEqual([]);
  },
  { without: withoutKeyLocks, paused: ['users join'], pauses: 1 },
);
