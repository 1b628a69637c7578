import type { PlaceFigures } from '../../contract/apply/places.ts';
import type { Event } from '../../contract/event/event.ts';
import { getMyApplication } from '../apply/applications/applications.service.ts';
import { offerPlaces } from '../apply/places/offer-places.service.ts';
import type { SignedInUser } from '../platform/sessions/session-holders.ts';
import { signUpAdmin, type TestActor } from './actors.ts';
import type { TestApp } from './app.ts';
import { createAttendee } from './attendees.ts';

const day = 24 * 3_600_000;
const dateIn = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10);

/** Limits the places of a test's event, which begins in 30 days. */
export function limitPlaces(
  { services }: Pick<TestApp, 'services'>,
  settings: Partial<Pick<Event, 'capacity' | 'answerBy' | 'waitlist' | 'showUpRate' | 'holdDecisions'>>,
): void {
  const dates = { ...services.event.dates, start: dateIn(30), end: dateIn(31) };
  services.event = { ...services.event, dates, waitlist: true, ...settings };
}

/** Somebody with a pending application, by whose id organizers decide. */
export interface TestApplicant extends TestActor {
  applicationId: string;
}

export async function createPendingApplicant(site: TestApp, name?: string): Promise<TestApplicant> {
  const actor = await createAttendee(site, { status: 'pending', ...(name && { name }) });
  const { id } = await site.services.db
    .selectFrom('applications')
    .select('id')
    .where('user_id', '=', actor.id)
    .executeTakeFirstOrThrow();
  return { ...actor, applicationId: id };
}

/** Creates an organizer and so many applicants, and approves all of them one after the other. */
export async function createApproved(site: TestApp, count: number) {
  const grace = await signUpAdmin(site);
  const people: TestApplicant[] = [];
  for (let n = 1; n <= count; n += 1) people.push(await createPendingApplicant(site, `Person ${n}`));
  for (const { applicationId } of people)
    await grace.call('PUT', `/applications/${applicationId}`, { status: 'approved' });
  return { grace, people };
}

/** Returns the status of people, with the state of their place: `approved offered`. */
export function readPlaces({ services }: TestApp, people: readonly TestActor[]): Promise<string[]> {
  return Promise.all(
    people.map(async ({ id }) => {
      // Not over HTTP: tests move the clock, and sessions end.
      const actor = { id, role: 'hacker' } as SignedInUser;
      const { status, place } = (await getMyApplication(services, { actor })).data;
      return `${status} ${place?.state ?? '-'}`;
    }),
  );
}

export async function readFigures(admin: TestActor): Promise<PlaceFigures> {
  return (await admin.call('GET', '/places')).json<PlaceFigures>();
}

/** Runs the job that offers free places, as the queue does. */
export function runOffers({ services }: TestApp): Promise<void> {
  return offerPlaces(services);
}

/** Says whether somebody comes. */
export const answer = (person: TestActor, attending: boolean) =>
  person.call('PUT', '/attendance', { attending });

/** Returns the subjects of all emails to somebody, the oldest first. */
export async function readSubjects(site: TestApp, { id }: TestActor): Promise<string[]> {
  const rows = site.services.db.selectFrom('mails').select('subject').where('user_id', '=', id);
  return (await rows.orderBy('created_at').execute()).map(({ subject }) => subject);
}
