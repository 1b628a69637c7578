import type { TestApp } from './app.ts';
import { type MatrixCase, withOwnApplication } from './authz-requests.ts';
import { askAgreements, testAgreements } from './questions.ts';
import type { MatrixWorld } from './world.ts';

/** Gives the bystander a guardian who was asked an hour ago. */
const giveGuardian = ({ bystander }: MatrixWorld, site: TestApp) => giveGuardianTo(bystander.id, site);

async function giveGuardianTo(userId: string, { services }: TestApp): Promise<void> {
  const now = services.now().getTime();
  await services.db
    .insertInto('guardians')
    .values({
      ...{ user_id: userId, email: 'parent@example.org', link_id: userId, token_hash: Buffer.from(userId) },
      sent_at: new Date(now - 3_600_000),
      expires_at: new Date(now + 3_600_000),
    })
    .execute();
}

/** What the matrix sends to the calls about agreements, questions and guardians. */
export const questionCases: Record<string, MatrixCase> = {
  updateAgreement: {
    prepare: async (_world, site) => askAgreements(site),
    own: withOwnApplication('pending'),
    request: { params: { id: testAgreements[1].id }, body: { agreed: true, version: '1' } },
  },
  updateMyAnswers: { own: withOwnApplication('pending'), request: { body: { answers: {} } } },
  sendMyGuardianEmail: {
    own: async (as, world, site) => {
      await withOwnApplication('pending')(as, world, site);
      if (as.id) await giveGuardianTo(as.id, site);
    },
    request: { body: {} },
  },
  listSchools: { request: { query: { q: 'owl' } } },
  sendGuardianEmail: {
    prepare: giveGuardian,
    request: ({ applicationId }) => ({ params: { id: applicationId }, body: {} }),
  },
  getGuardianPage: { request: { params: { token: 'x'.repeat(43) } } },
  confirmGuardian: { request: { params: { token: 'x'.repeat(43) } } },
};
