import type { TestActor } from './actors.ts';
import type { TestApp } from './app.ts';

/** Checks somebody in at the entrance, without a station. */
export async function checkInAtEntrance(
  { services }: Pick<TestApp, 'services'>,
  { id }: Pick<TestActor, 'id'>,
): Promise<void> {
  await services.db
    .insertInto('check_ins')
    .values({
      user_id: id,
      checkpoint: services.event.checkpoints[0]!.id,
      key: crypto.randomUUID(),
      state: 'admitted',
      pass_verified: true,
    })
    .execute();
}

export function askForFeedback({ services }: Pick<TestApp, 'services'>): void {
  const feedback = {
    questions: [
      { key: 'all-in-all', label: 'How was it, all in all?', type: 'rating' as const },
      { key: 'good', label: 'What was good?', type: 'text' as const },
    ],
  };
  Object.assign(services.event, { feedback });
}

/** The agreement of the resume book in tests. */
export const sponsorsAgreement = {
  id: 'sponsors',
  version: '1',
  title: 'Resume book',
  text: 'Sponsors may have my resume.',
  links: [],
  required: false,
};

export function openResumeBook({ services }: Pick<TestApp, 'services'>): void {
  Object.assign(services.event, {
    agreements: [sponsorsAgreement],
    resumeBook: { agreement: sponsorsAgreement.id },
  });
}
