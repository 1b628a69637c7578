import type { TestApp } from './app.ts';
import { type MatrixCase, withOwnApplication } from './authz-requests.ts';
import { askAgreements, testAgreements } from './questions.ts';
import type { MatrixWorld } from './world.ts';

const ask = async (_world: MatrixWorld, site: TestApp) => askAgreements(site);

/** What the matrix sends to the calls about agreements, questions and guardians. */
export const questionCases: Record<string, MatrixCase> = {
  updateAgreement: {
    prepare: ask,
    own: withOwnApplication('pending'),
    request: { params: { id: testAgreements[1].id }, body: { agreed: true, version: '1' } },
  },
};
