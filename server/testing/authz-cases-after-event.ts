import type { TestActor } from './actors.ts';
import { askForFeedback, checkInAtEntrance, openResumeBook } from './after-event.ts';
import type { TestApp } from './app.ts';
import { createApplicant } from './applicants.ts';
import type { MatrixCase } from './authz-requests.ts';
import type { MatrixWorld } from './world.ts';

/** The default event is over; it has certificates here. */
const withCertificates = async ({ approved }: MatrixWorld, site: TestApp) => {
  Object.assign(site.services.event, { certificates: { fonts: [] } });
  await checkInAtEntrance(site, approved);
};

const withResumeBook = async (_world: MatrixWorld, site: TestApp) => openResumeBook(site);
const withFeedback = async (_world: MatrixWorld, site: TestApp) => askForFeedback(site);

/** Lets the caller have been there. */
const wasThere = async (as: TestActor, _world: MatrixWorld, site: TestApp) => {
  if (!as.id) return;
  await createApplicant(site, as);
  await checkInAtEntrance(site, as);
};

/** The cases of what happens when the event is over, by the name of the call. */
export const afterEventCases: Record<string, MatrixCase> = {
  getMyCertificate: { prepare: withCertificates, own: wasThere },
  getCertificates: { prepare: withCertificates },
  exportCertificates: { prepare: withCertificates },
  getResumeBook: { prepare: withResumeBook },
  downloadResumeBook: { prepare: withResumeBook },
  listResumeLinks: { prepare: withResumeBook },
  createResumeLink: { prepare: withResumeBook, request: { body: { name: 'Atlas Inc.', days: 7 } } },
  revokeResumeLink: { request: () => ({ params: { id: crypto.randomUUID() } }) },
  openResumeLink: { prepare: withResumeBook, request: { body: { token: 'x'.repeat(43) } } },
  getMyFeedback: { prepare: withFeedback, own: wasThere },
  submitFeedback: {
    prepare: withFeedback,
    own: wasThere,
    request: { body: { answers: { good: 'The food' } } },
  },
  getFeedback: { prepare: withFeedback },
  exportFeedback: { prepare: withFeedback },
};
