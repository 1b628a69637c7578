import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Event } from '../../../contract/event/event.ts';
import { deliverMail } from '../../operations/mail/deliver-mail.service.ts';
import { signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { submitForm } from '../../testing/forms.ts';
import { askAgreements, askQuestions } from '../../testing/questions.ts';
import { createTestTeam } from '../../testing/teams.ts';
import { codePlaceholder, guardianLinkPlaceholder, invitationPlaceholder } from './mail-secrets.ts';

let site: TestApp;
let grace: TestActor;

beforeAll(async () => {
  site = await createTestApp();
  askAgreements(site, []);
  askQuestions(site, [
    { id: 'age', type: 'number', label: 'Age', required: false, visibleTo: [], sensitive: false },
  ]);
  const guardian = { question: 'age', under: 18 };
  site.services.event = { ...site.services.event, guardian } as Event;
  grace = await signUpAdmin(site);
});
afterAll(() => site.close());

/** Delivers everything that was queued, and returns what one person got. */
async function readMails(address: string | null): Promise<string[]> {
  const sent: { to: { address: string }; subject: string; text: string; html: string }[] = [];
  const sendMail = async (mail: (typeof sent)[number]) => void sent.push(mail);
  const services = { ...site.services, sendMail } as unknown as TestApp['services'];
  const rows = await site.services.db.selectFrom('mails').where('sent_at', 'is', null).select('id').execute();
  for (const { id } of rows) await deliverMail(services, { mailId: id });
  const own = sent.filter(({ to }) => to.address === address);
  return own.flatMap(({ subject, text, html }) => [`${subject}\n${text}`, html]);
}

test.each([codePlaceholder, guardianLinkPlaceholder, invitationPlaceholder, '{=code}', '{name}', '{event}'])(
  'a person and a team called %s are called so in every email, and get nobody’s secret into it',
  async (name) => {
    const { leader, id } = await createTestTeam(site, 1, { name });
    const pest = await signUp(site, { name });
    await pest.call('POST', '/teams/join-requests', { teamId: id });
    for (const text of await readMails(leader.email)) {
      expect(text).toContain(name);
      expect(text).not.toMatch(/#link=|\/api\/guardian\//);
    }
    const parent = `parent.${crypto.randomUUID()}@example.org`;
    await submitForm(pest, { answers: '{"age":16}', guardianEmail: parent });
    const parents = await readMails(parent);
    expect(parents).toHaveLength(2);
    for (const text of parents) {
      expect(text).toContain(name);
      expect(text.match(/\/api\/guardian\//g)).toHaveLength(1);
    }
    const invited = await signUp(site, { name });
    await grace.call('POST', '/staff', { email: invited.email, role: 'judging-lead' });
    for (const text of await readMails(invited.email)) {
      expect(text).toContain(`Hello ${name},`);
      expect(text.match(/#link=/g)).toHaveLength(1);
    }
  },
);
