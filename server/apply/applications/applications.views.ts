import type { Application } from '../../../contract/apply/applications.ts';
import type { Place } from '../../../contract/apply/places.ts';
import type { Event } from '../../../contract/event/event.ts';
import { hasAccess } from '../../../contract/platform/roles.ts';
import { toPseudonym } from '../../people-data/blind-review.ts';
import { toFileUrl } from '../../platform/files/files.service.ts';
import type { SignedInUser } from '../../platform/sessions/session-holders.ts';
import { type StoredFields, storedFieldNames } from '../apply.tables.ts';
import type { OwnApplication, StoredApplication } from './applications.queries.ts';
import { getAbilities } from './applications.rules.ts';
import type { OrganizersView } from './applications-admin.queries.ts';

/** Returns the checkpoint where people count as checked in: the event's first. */
export function entranceId(event: Pick<Event, 'checkpoints'>): string {
  return event.checkpoints[0]!.id;
}

const fileUrl = (id: string | null) => id && toFileUrl(id);

function listActiveContent({ resumeIsActive, deckIsActive }: StoredApplication) {
  const documents: ('resume' | 'pitchDeck')[] = [];
  if (resumeIsActive) documents.push('resume');
  if (deckIsActive) documents.push('pitchDeck');
  return documents;
}

function pickFields(row: StoredFields): StoredFields {
  const fields: Partial<Record<keyof StoredFields, string>> = {};
  for (const name of storedFieldNames) fields[name] = row[name];
  return fields as StoredFields;
}

/** Returns an application as a given person sees it; only the organizers' queries select held decisions. */
export function toApplication(
  event: Pick<Event, 'tracks'>,
  actor: Pick<SignedInUser, 'id' | 'role'>,
  row: StoredApplication & Partial<OrganizersView & Pick<OwnApplication, 'resumeState'>>,
  place?: Place,
): Application {
  const { heldStatus, heldAt, undoUntil, claimerId } = row;
  const status = heldStatus ?? row.status;
  const hidden = Boolean(row.isBlind && !row.hasRated);
  return {
    _id: row.id,
    status,
    ...pickFields(row),
    resumeUrl: hidden ? null : fileUrl(row.resumeId),
    pitchDeckUrl: hidden ? null : fileUrl(row.pitchDeckId),
    ...(row.resumeState === 'unavailable' && row.resumeId && { resumeUnreadable: true as const }),
    ...(hasAccess(actor.role, 'application-reviewer') && { activeContent: listActiveContent(row) }),
    attendanceConfirmed: row.attendanceConfirmed,
    ...(row.attendanceDeclined && { attendanceDeclined: true as const }),
    createdAt: row.createdAt.toISOString(),
    reviewedAt: (heldAt ?? row.reviewedAt)?.toISOString() ?? null,
    // The check-in list shows the same time next to the name.
    checkedInAt: hidden ? null : (row.checkedInAt?.toISOString() ?? null),
    ...(heldStatus && { held: true as const }),
    ...(hidden && { hidden: true as const }),
    ...(claimerId && { claim: { by: row.claimerName || 'Somebody', mine: claimerId === actor.id } }),
    ...(!hidden &&
      row.mean != null && { rating: { mean: row.mean, count: row.ratings!, spread: row.spread! } }),
    ...(row.removedAt && !hidden && { removedAt: row.removedAt.toISOString() }),
    ...(place && { place }),
    ...(undoUntil && { undoUntil: undoUntil.toISOString() }),
    user: hidden
      ? // The person's own id stands beside their name elsewhere.
        { _id: row.id, name: toPseudonym(row.id), email: null, team: null }
      : { _id: row.userId, name: row.name, email: row.email, team: row.teamId },
    can: getAbilities(
      actor,
      {
        userId: row.userId,
        role: row.role,
        status,
        admitted: row.admitted,
        atEntrance: row.checkedInAt !== null,
        removed: row.removedAt !== null,
      },
      event,
    ),
  };
}
