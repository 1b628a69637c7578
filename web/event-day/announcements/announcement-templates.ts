import type { Announcement, AnnouncementDraft } from '../../../contract/event-day/announcements.ts';

type Template = Pick<AnnouncementDraft, 'subject' | 'text' | 'email' | 'aboutPlace'>;

const written: Template[] = [
  ['Food is ready', 'Come to the kitchen, {name}. It is there for the next hour.'],
  [
    'The schedule has changed',
    'Hello {name},\n\nThe time of … has changed to …. The schedule on the site is up to date.',
  ],
  [
    'Submit your project',
    'Hello {name},\n\nProjects can be submitted for one more hour. Open your project from the dashboard and submit what you have. You can improve it until then.',
  ],
  [
    'Judging begins',
    'Hello {name},\n\nTeam {team} shows its project at table {table}. Please be there in fifteen minutes and stay until the judges have been with you.',
  ],
].map(([subject = '', text = '']) => ({ subject, text, email: false, aboutPlace: false }));

// How many earlier announcements are offered.
const maxEarlier = 10;

/** Lists what an announcement can begin with: texts for usual moments, and the last ones that were written here. */
export function listTemplates(earlier: readonly Announcement[]): Template[] {
  const known = new Map(written.map((template) => [template.subject, template]));
  for (const { subject, text, email, aboutPlace } of earlier.slice(0, maxEarlier).reverse())
    known.set(subject, { subject, text, email, aboutPlace });
  return [...known.values()];
}
