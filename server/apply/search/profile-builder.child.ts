import { type Applicant, buildProfile } from '../../../packages/search/profile.ts';
import { loadThesaurus } from '../../../packages/search/thesaurus.ts';

const eventDate = String(process.argv[2]);
const thesaurus = loadThesaurus(JSON.parse(String(process.argv[3])));

process.on('message', (applicants: readonly Applicant[]) => {
  process.send?.(applicants.map((applicant) => buildProfile(applicant, thesaurus, eventDate)));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
