import type { Services } from '../services.ts';

/** The texts of an application, where a test looks for them in answers to others. */
export interface ApplicationTexts {
  major?: string;
  dietaryRestrictions?: string;
  whyJoin?: string;
}

/** Gives somebody an application, without the form and its files; returns its id. */
export async function createApplicant(
  { services }: { services: Pick<Services, 'db'> },
  { id }: { id: string },
  {
    track = 'Hacker Track',
    status = 'approved',
    major = 'Fashion',
    dietaryRestrictions = 'vegan',
    whyJoin = 'To learn.',
  }: { track?: string; status?: 'pending' | 'approved' | 'rejected' } & ApplicationTexts = {},
): Promise<string> {
  const { id: made } = await services.db
    .insertInto('applications')
    .values({
      user_id: id,
      status,
      track,
      major,
      t_shirt_size: 'M',
      dietary_restrictions: dietaryRestrictions,
      why_join: whyJoin,
      reviewed_at: status === 'pending' ? null : new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made;
}
