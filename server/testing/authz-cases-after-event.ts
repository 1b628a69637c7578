import type { TestActor } from './actors.ts';
import { askForFeedback, checkInAtEntrance, openResumeBook } from './after-event.ts';
import { type MatrixCase, withOwnApplication } from './authz-requests.ts';
import type { MatrixWorld } from './world.ts';

/** The default event is over; it has certificates here. */
const withCertificates: MatrixCase = {
  prepare: ({ site, approved }) => {
    Object.assign(site.services.event, { certificates: { fonts: [] } });
    return checkInAtEntrance(site, approved);
  },
};
const withResumeBook: MatrixCase = { prepare: ({ site }) => openResumeBook(site) };
const withFeedback: MatrixCase = { prepare: ({ site }) => askForFeedback(site) };

/** Lets the caller have been there. */
async function wasThere(as: TestActor, world: MatrixWorld): Promise<void> {
  await withOwnApplication('approved')(as, world);
  if (as.id) await checkInAtEntrance(world.site, as);
}

/** The cases of what happens when the event is over, by the name of the call. */
export const afterEventCases: Record<string, MatrixCase> = {
  getMyCertificate: { ...withCertificates, own: wasThere },
  getCertificatePage: { params: { id: crypto.randomUUID() } },
  getCertificates: withCertificates,
  exportCertificates: withCertificates,
  getResumeBook: withResumeBook,
  downloadResumeBook: withResumeBook,
  listResumeLinks: withResumeBook,
  createResumeLink: withResumeBook,
  revokeResumeLink: { params: { id: crypto.randomUUID() } },
  openResumeLink: withResumeBook,
  getMyFeedback: { ...withFeedback, own: wasThere },
  submitFeedback: { ...withFeedback, own: wasThere, body: { answers: { good: 'The food' } } },
  getFeedback: withFeedback,
  exportFeedback: withFeedback,
};
