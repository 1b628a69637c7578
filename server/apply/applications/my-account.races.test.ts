import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { signUp, signUpAdmin } from '../../testing/actors.ts';
import { sendResume, submitForm } from '../../testing/forms.ts';
import { race } from '../../testing/races.ts';
import { expectInvariants } from '../../testing/teams.ts';

race(
  'of two resumes sent at once while an organizer decides one is stored, and none after the decision',
  async (site) => {
    const [ada, grace] = [await signUp(site), await signUpAdmin(site)];
    const { _id } = (await submitForm(ada)).json().data;
    let decided = false;
    let storedLate = false;
    const send = async () => {
      await wait(Math.random() * 40);
      const isLate = decided;
      const answer = await sendResume(ada);
      storedLate ||= isLate && answer.statusCode === 200;
      return answer;
    };
    const answers = await site.together([
      send,
      send,
      send,
      async () => {
        const answer = await grace.call('PUT', `/applications/${_id}`, { status: 'approved' });
        decided = true;
        return answer;
      },
    ]);
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status >= 500)).toEqual([]);
    expect(storedLate).toBe(false);
    const files = await site.services.db
      .selectFrom('files')
      .where('owner_id', '=', ada.id)
      .select('id')
      .execute();
    expect(files).toHaveLength(1);
    await expectInvariants(site);
  },
  { paused: ['applications', 'users'], pauses: 4 },
);
