import type { Event } from '../../../contract/event/event.ts';
import { day } from '../../../contract/platform/durations.ts';
import { formatDate } from '../../../contract/platform/format.ts';
import { parseZonedTime } from '../../../contract/platform/zoned-time.ts';
import { deleteUnusedFiles } from '../../apply/questions/answer-files.service.ts';
import { lockPlaces } from '../../event/places.locks.ts';
import { deleteAccountsWithFiles, redactPeople } from '../../people/account/delete-account.service.ts';
import { transact } from '../../platform/db/transact.ts';
import { deleteFiles } from '../../platform/files/files.service.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { notifySubscribers } from '../../platform/live/notify.ts';
import type { Services } from '../../platform/services.ts';
import { deleteProjects } from '../../projects/projects.service.ts';
import { leaveTeamAndRequests } from '../../teams/members.service.ts';
import * as queries from './retention.queries.ts';

export const applyRetentionJob = defineJob('apply-retention', {});

type Needs = Pick<Services, 'db' | 'event' | 'config' | 'now' | 'log'>;

// Walk-ins who were not admitted within two days are deleted.
const walkInDays = 2;
// A draft waits on a device, its files here.
const unusedFileDays = 7;
/** Rows in one transaction. */
const batch = 200;
/** Milliseconds for one job; the next one continues. */
const timeBudget = 60_000;

/** Returns from when on an event's data is deleted: documents (resumes and decks), and then applications with their accounts. */
function getRetentionDates({ dates, timezone, retention }: Event) {
  const after = (days: number) =>
    new Date(parseZonedTime(dates.end, '00:00', timezone).getTime() + (days + 1) * day);
  return { documents: after(retention.documentDays), applications: after(retention.applicationDays) };
}

/**
 * Returns the moment before which something must have been stored to be deleted now; undefined while nothing is due. What
 * is younger than its own number of days stays, so that an event with past dates deletes nothing fresh.
 */
function findCutoff(now: Date, due: Date, days: number): Date | undefined {
  return now < due ? undefined : new Date(now.getTime() - days * day);
}

/**
 * The daily job: deletes personal data by age, as the event's `retention` says, and keeps anonymous counts. Each batch is
 * one transaction, so a kill loses nothing and counts nothing twice; what it does not finish, the next job does.
 */
export async function applyRetention(services: Needs): Promise<void> {
  const { db, event, now, log } = services;
  const { documentDays, applicationDays, emailDays } = event.retention;
  const dates = getRetentionDates(event);
  const end = performance.now() + timeBudget;
  const emailsBefore = new Date(now().getTime() - emailDays * day);
  const walkInsBefore = new Date(now().getTime() - walkInDays * day);
  const deleted: Record<string, number> = {};
  /** Repeats a step until nothing is left to delete or the time is up. */
  const repeat = async (what: string, step: () => Promise<number>) => {
    for (let count = 1; count > 0 && performance.now() < end; ) {
      count = await step();
      deleted[what] = (deleted[what] ?? 0) + count;
    }
  };
  const repeatRows = (kind: 'emails' | 'walkIns' | 'applications', before: Date) =>
    repeat(kind, async () =>
      Object.values(await queries.deleteExpiredRows(db, kind, before)).reduce((sum, count) => sum + count, 0),
    );
  await repeatRows('emails', emailsBefore);
  await repeatRows('walkIns', walkInsBefore);
  const filesBefore = new Date(now().getTime() - unusedFileDays * day);
  await repeat('documents', () =>
    transact(db, (trx) => deleteUnusedFiles(trx, { before: filesBefore, most: batch })),
  );
  const documentsBefore = findCutoff(now(), dates.documents, documentDays);
  if (documentsBefore) await repeat('documents', () => deleteDocuments(services, documentsBefore));
  const peopleBefore = findCutoff(now(), dates.applications, applicationDays);
  if (peopleBefore) {
    await repeat('reasons', () => queries.deleteReasonsBefore(db, peopleBefore, batch));
    await repeatRows('applications', peopleBefore);
    await repeat('teams', () => deleteTeams(services, peopleBefore));
    await repeat('people', () => deletePeople(services, peopleBefore, { inTeam: false, most: batch }));
    await repeat('people', () => deletePeople(services, peopleBefore, { inTeam: true, most: 1 }));
    await repeat('projects', () => deleteExpiredProjects(services, peopleBefore));
    await redactDeletedTables(services, peopleBefore);
  }
  if (Object.values(deleted).some((count) => count > 0))
    log.info(deleted, 'personal data was deleted by age');
  if (performance.now() >= end) await addJob(db, applyRetentionJob, {});
}

function deleteDocuments({ db, now }: Needs, before: Date): Promise<number> {
  return transact(db, async (trx) => {
    const ids = await queries.selectDocumentsBefore(trx, before, batch);
    if (ids.length === 0) return 0;
    await queries.detachDocuments(trx, ids, now());
    await deleteFiles(trx, ids);
    await notifySubscribers(trx, 'applications');
    return ids.length;
  });
}

function deleteTeams({ db }: Needs, before: Date): Promise<number> {
  return transact(db, async (trx) => {
    const count = await queries.deleteExpiredTeams(trx, before, batch);
    if (count === 0) return 0;
    await queries.insertCount(trx, 'team', 'all', count);
    // The gallery is in memory, with the names of teams.
    await notifySubscribers(trx, 'projects');
    return count;
  });
}

/** The page of the winners has the names that judges typed. */
function redactDeletedTables({ db }: Needs, before: Date): Promise<void> {
  return transact(db, async (trx) => {
    if (await queries.redactDeletedTables(trx, before)) await notifySubscribers(trx, 'projects');
  });
}

/**
 * Deletes up to `most` expired people, those in a team or those without one. Somebody whose team has members who stay
 * leaves it first, so that it keeps a leader.
 */
async function deletePeople(
  services: Needs,
  before: Date,
  which: { inTeam: boolean; most: number },
): Promise<number> {
  const { db, event } = services;
  // Names are redacted first, without the lock of the places.
  const redacted = await queries.selectExpiredPeople(db, before, which);
  await redactPeople(db, redacted);
  return transact(db, async (trx) => {
    await lockPlaces(trx, event);
    const still = await queries.selectExpiredPeople(trx, before, which);
    const ids = still.filter((id) => redacted.includes(id));
    if (ids.length === 0) return 0;
    if (which.inTeam) for (const id of ids) await leaveTeamAndRequests(trx, services, id);
    await queries.countDeletedPeople(trx, ids);
    await deleteAccountsWithFiles(trx, ids);
    await notifySubscribers(trx, 'applications');
    return ids.length;
  });
}

function deleteExpiredProjects({ db }: Needs, before: Date): Promise<number> {
  return transact(db, async (trx) => {
    const ids = await queries.selectExpiredProjects(trx, before, batch);
    await deleteProjects(trx, ids);
    return ids.length;
  });
}

/** Returns sentences for the operator: what is deleted when, what is due, and what is left as counts. */
export async function describeRetention({ db, event, now }: Services): Promise<string[]> {
  const dates = getRetentionDates(event);
  const { documentDays, applicationDays } = event.retention;
  const never = new Date(0);
  const due = await queries.countExpired(db, {
    documents: findCutoff(now(), dates.documents, documentDays) ?? never,
    applications: findCutoff(now(), dates.applications, applicationDays) ?? never,
  });
  const counts = await queries.selectRetainedCounts(db);
  return [
    `Documents are deleted from ${formatDate(dates.documents, event)} on (${due.documents} due), participants with their applications from ${formatDate(dates.applications, event)} on (${due.people} due).`,
    ...(counts.length > 0
      ? [
          `Counts of what was deleted: ${counts.map(({ what, value, count }) => `${what} ${value} ${count}`).join(', ')}.`,
        ]
      : []),
  ];
}
