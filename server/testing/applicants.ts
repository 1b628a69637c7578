import type { Services } from '../platform/services.ts';

/** The texts of an application, where a test looks for them in answers to others. */
export interface ApplicationTexts {
  major?: string;
  dietaryRestrictions?: string;
  whyJoin?: string;
}

interface Given extends ApplicationTexts {
  track?: string;
  status?: 'pending' | 'approved' | 'rejected';
  attending?: boolean;
}

export function toApplicationRow(
  userId: string,
  {
    track = 'Hacker Track',
    status = 'approved',
    attending = false,
    major = 'Fashion',
    dietaryRestrictions = 'vegan',
    whyJoin = 'To learn.',
  }: Given = {},
) {
  return {
    user_id: userId,
    status,
    track,
    major,
    t_shirt_size: 'M' as const,
    dietary_restrictions: dietaryRestrictions,
    why_join: whyJoin,
    attendance_confirmed: attending,
    reviewed_at: status === 'pending' ? null : new Date(),
  };
}

/** Gives somebody an application, without the form and its files; returns its id. */
export async function createApplicant(
  { services }: { services: Pick<Services, 'db'> },
  { id }: { id: string },
  given: Given = {},
): Promise<string> {
  const { id: made } = await services.db
    .insertInto('applications')
    .values(toApplicationRow(id, given))
    .returning('id')
    .executeTakeFirstOrThrow();
  return made;
}
