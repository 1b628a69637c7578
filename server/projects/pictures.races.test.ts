import { expect } from 'vitest';
import type { TestActor } from '../testing/actors.ts';
import { createApplicant } from '../testing/applicants.ts';
import { sendPicture } from '../testing/forms.ts';
import { createTestPicture } from '../testing/pictures.ts';
import { saveText, setDeadline } from '../testing/projects.ts';
import { countAnswers, type RacingApp, race } from '../testing/races.ts';
import { createTestTeam, expectInvariants } from '../testing/teams.ts';

const small = await createTestPicture({ width: 8, height: 8 });

async function approvedTeam(site: RacingApp, pictures: number) {
  setDeadline(site, 3_600_000);
  const made = await createTestTeam(site, 3);
  for (const member of made.members) await createApplicant(site, member);
  await saveText(made.leader, 0);
  for (let count = 0; count < pictures; count += 1) await sendPicture(made.leader, small);
  return made;
}

const mine = async (who: TestActor) => (await who.call('GET', '/projects/mine')).json();

race(
  'of three pictures for the fifth place one is added',
  async (site) => {
    const { leader, members } = await approvedTeam(site, 4);
    const answers = await site.together(members.map((who) => () => sendPicture(who, small)));
    expect(countAnswers(answers)).toEqual({ 201: 1, 409: 2 });
    expect((await mine(leader)).pictures).toHaveLength(5);
    await expectInvariants(site);
  },
  { paused: ['project_pictures'], pauses: 6 },
);

race(
  'a picture is added while another one is deleted and two members submit: each happens, once',
  async (site) => {
    const { leader, members } = await approvedTeam(site, 2);
    const [, second, third] = members as [TestActor, TestActor, TestActor];
    const [first] = (await mine(leader)).pictures;
    const answers = await site.together([
      () => sendPicture(second, small),
      () => leader.call('DELETE', `/projects/mine/pictures/${first._id}`),
      () => leader.call('POST', '/projects/mine/submit', { version: 1 }),
      () => third.call('POST', '/projects/mine/submit', { version: 1 }),
    ]);
    expect(countAnswers(answers)).toEqual({ 200: 2, 201: 1, 409: 1 });
    const { pictures, submittedAt, version } = await mine(leader);
    expect([pictures.length, submittedAt === null, version]).toEqual([2, false, 2]);
    expect(pictures.map(({ _id }: { _id: string }) => _id)).not.toContain(first._id);
    await expectInvariants(site);
  },
  { paused: ['projects', 'project_pictures'], pauses: 8 },
);
