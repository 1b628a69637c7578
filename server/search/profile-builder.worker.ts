import { parentPort, workerData } from 'node:worker_threads';
import { type Applicant, buildProfile } from './profile.ts';
import { loadThesaurus } from './thesaurus.ts';

const { eventDate } = workerData as { eventDate: string };
const thesaurus = loadThesaurus();

parentPort!.on('message', (applicants: readonly Applicant[]) => {
  for (const applicant of applicants) parentPort!.postMessage(buildProfile(applicant, thesaurus, eventDate));
});
parentPort!.postMessage('ready');
