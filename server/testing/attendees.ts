import { signUp, type TestActor } from './actors.ts';
import type { TestApp } from './app.ts';

/** A person with an application in this status, made directly in the database. */
export async function createAttendee(
  test: TestApp,
  {
    name,
    status = 'approved',
    attending = false,
    major = 'Mathematics',
  }: {
    name?: string;
    status?: 'pending' | 'approved' | 'rejected';
    attending?: boolean;
    major?: string;
  } = {},
): Promise<TestActor> {
  const actor = await signUp(test, { name });
  await test.services.db
    .insertInto('applications')
    .values({
      user_id: actor.id,
      status,
      track: test.services.event.tracks[0]?.id ?? '',
      major,
      t_shirt_size: 'M',
      dietary_restrictions: 'vegan',
      why_join: 'To learn.',
      attendance_confirmed: attending,
      reviewed_at: status === 'pending' ? null : new Date(),
    })
    .execute();
  return actor;
}
