import type { Services } from '../services.ts';

/** Gives somebody an application, without the form and its files; returns its id. */
export async function createApplicant(
  { services }: { services: Pick<Services, 'db'> },
  { id }: { id: string },
  { track = 'Hacker Track', status = 'approved' as 'pending' | 'approved' | 'rejected' } = {},
): Promise<string> {
  const { id: made } = await services.db
    .insertInto('applications')
    .values({
      user_id: id,
      status,
      track,
      major: 'Fashion',
      t_shirt_size: 'M',
      dietary_restrictions: 'vegan',
      why_join: 'To learn.',
      reviewed_at: status === 'pending' ? null : new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made;
}
