import { signUp, type TestActor } from './actors.ts';
import type { TestApp } from './app.ts';
import { createApplicant } from './applicants.ts';

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
  const track = test.services.event.tracks[0]?.id;
  await createApplicant(test, actor, { track, status, attending, major });
  return actor;
}

/** Puts the event into a time zone where it is about noon, so that what was minutes ago was on the same day. */
export function moveToNoon({ services }: Pick<TestApp, 'services'>): void {
  const behind = new Date().getUTCHours() - 12;
  services.event = { ...services.event, timezone: `Etc/GMT${behind < 0 ? behind : `+${behind}`}` };
}
