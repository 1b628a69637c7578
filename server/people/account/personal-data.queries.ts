import type { Db } from '../../platform/db/open.ts';

/** Selects all personal data about a user; a part of which there is one at most is undefined when there is none. */
export async function selectPersonalData(db: Db, id: string) {
  const account = await selectAccount(db, id);
  const application = await selectApplication(db, id);
  const teams = await selectTeams(db, id);
  const messages = await selectMessages(db, id);
  const reviews = await selectReviews(db, id);
  const work = await selectWork(db, id, teams.team?.id ?? null);
  return { ...account, ...application, ...teams, ...messages, ...reviews, ...work };
}

async function selectAccount(db: Db, id: string) {
  return {
    account: await db
      .selectFrom('users')
      .select(['id', 'email', 'email_verified', 'name', 'photo', 'role', 'team_preference', 'created_at'])
      .select(['named_in_gallery', 'certificate_id', 'is_owner', 'last_seen_at', 'project_deadline'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
    identities: await db
      .selectFrom('identities')
      .select(['issuer', 'subject', 'created_at'])
      .where('user_id', '=', id)
      .execute(),
    sessions: await db
      .selectFrom('sessions')
      .select(['created_at', 'last_seen_at'])
      .where('user_id', '=', id)
      .execute(),
  };
}

async function selectApplication(db: Db, id: string) {
  return {
    application: await db.selectFrom('applications').selectAll().where('user_id', '=', id).executeTakeFirst(),
    withdrawnApplication: await db
      .selectFrom('withdrawn_applications')
      .selectAll()
      .where('user_id', '=', id)
      .executeTakeFirst(),
    answers: await db
      .selectFrom('answers')
      .select(['question', 'label', 'value'])
      .where('user_id', '=', id)
      .orderBy('position')
      .execute(),
    guardian: await db
      .selectFrom('guardians')
      .select(['email', 'sent_at', 'confirmed_at', 'declined_at'])
      .where('user_id', '=', id)
      .executeTakeFirst(),
    agreements: await db
      .selectFrom('agreements')
      .select(['agreement', 'version', 'title', 'text', 'at', 'revoked_at'])
      .where('user_id', '=', id)
      .orderBy('at')
      .execute(),
    place: await db
      .selectFrom('places')
      .innerJoin('applications', 'applications.id', 'places.application_id')
      .select(['held_until', 'lapsed_at'])
      .where('applications.user_id', '=', id)
      .executeTakeFirst(),
    onWaitlistSince: (
      await db
        .selectFrom('waitlist')
        .innerJoin('applications', 'applications.id', 'waitlist.application_id')
        .select('since')
        .where('applications.user_id', '=', id)
        .executeTakeFirst()
    )?.since,
    readFromResume: await db
      .selectFrom('profiles')
      .innerJoin('applications', 'applications.id', 'profiles.application_id')
      .select(['profiles.resume_text as text', 'profiles.links'])
      .where('applications.user_id', '=', id)
      .executeTakeFirst(),
  };
}

async function selectTeams(db: Db, id: string) {
  return {
    team: await db
      .selectFrom('team_members')
      .innerJoin('teams', 'teams.id', 'team_members.team_id')
      .select(['teams.id', 'teams.name', 'teams.need', 'team_members.joined_at'])
      .where('team_members.user_id', '=', id)
      .executeTakeFirst(),
    joinRequests: await db
      .selectFrom('join_requests')
      .innerJoin('teams', 'teams.id', 'join_requests.team_id')
      .select(['teams.name as team', 'message', 'status', 'join_requests.created_at', 'decided_at'])
      .where('requester_id', '=', id)
      .execute(),
    teamCard: await db
      .selectFrom('team_cards')
      .select(['skills', 'about', 'updated_at'])
      .where('user_id', '=', id)
      .executeTakeFirst(),
    teamInvites: await db
      .selectFrom('team_invites')
      .innerJoin('team_cards', 'team_cards.id', 'team_invites.card_id')
      .innerJoin('teams', 'teams.id', 'team_invites.team_id')
      .select(['teams.name as team', 'status', 'team_invites.created_at', 'decided_at'])
      .where('team_cards.user_id', '=', id)
      .execute(),
    shift: await db
      .selectFrom('shifts')
      .select(['checkpoint', 'started_at', 'ends_at'])
      .where('user_id', '=', id)
      .executeTakeFirst(),
    checkIns: await db
      .selectFrom('check_ins')
      .select(['checkpoint', 'state', 'checked_in_at', 'undone_at', 'undo_reason'])
      .where('user_id', '=', id)
      .execute(),
    problemsAtCheckIn: await db
      .selectFrom('check_in_attempts')
      .select(['checkpoint', 'reason', 'note', 'at'])
      .where('user_id', '=', id)
      .where('note', 'is not', null)
      .execute(),
  };
}

async function selectMessages(db: Db, id: string) {
  return {
    mails: await db
      .selectFrom('mails')
      .select(['recipient', 'subject', 'text', 'created_at', 'sent_at'])
      .where('user_id', '=', id)
      .execute(),
    announcements: await db
      .selectFrom('announcement_receivers')
      .innerJoin('announcements', 'announcements.id', 'announcement_receivers.announcement_id')
      .select(['subject', 'text', 'announcements.created_at', 'announcement_receivers.state as email'])
      .where('user_id', '=', id)
      .orderBy('announcements.created_at')
      .execute(),
    unsubscribedAt: (
      await db.selectFrom('unsubscribed').select('at').where('user_id', '=', id).executeTakeFirst()
    )?.at,
    helpRequests: await db
      .selectFrom('help_requests')
      .select([
        'topic',
        'text',
        'location',
        'note',
        'created_at',
        'claimed_at',
        'ended_at',
        'solved',
        'rating',
      ])
      .where('user_id', '=', id)
      .orderBy('created_at')
      .execute(),
    mentor: await db
      .selectFrom('mentors')
      .select(['topics', 'on_duty'])
      .where('user_id', '=', id)
      .executeTakeFirst(),
    borrowed: await db
      .selectFrom('loan_scans')
      .select(['thing', 'at'])
      .where('user_id', '=', id)
      .orderBy('at')
      .execute(),
    reservedThing: await db
      .selectFrom('thing_reservations')
      .select(['thing', 'until'])
      .where('user_id', '=', id)
      .executeTakeFirst(),
    // Without address and keys: whoever has them can send to the device.
    notifiedDevices: await db
      .selectFrom('push_subscriptions')
      .select(['host as pushService', 'saved_at'])
      .where('user_id', '=', id)
      .orderBy('saved_at')
      .execute(),
  };
}

async function selectReviews(db: Db, id: string) {
  return {
    searches: await db
      .selectFrom('search_questions')
      .select(['text', 'at'])
      .where('user_id', '=', id)
      .execute(),
    writtenReviews: await db
      .selectFrom('reviews')
      .select(['application_id', 'rating', 'note', 'updated_at'])
      .where('user_id', '=', id)
      .execute(),
    writtenNotes: await db
      .selectFrom('application_notes')
      .select(['application_id', 'text', 'at'])
      .where('user_id', '=', id)
      .execute(),
    receivedNotes: await db
      .selectFrom('application_notes as n')
      .innerJoin('applications', 'applications.id', 'n.application_id')
      .select(['n.text', 'n.at'])
      .where('applications.user_id', '=', id)
      .where('applications.status', '<>', 'pending')
      .execute(),
    // Not before the decision: a rating would say what it may be.
    receivedReviews: await db
      .selectFrom('reviews')
      .innerJoin('applications', 'applications.id', 'reviews.application_id')
      .select(['reviews.rating', 'reviews.note', 'reviews.updated_at'])
      .where('applications.user_id', '=', id)
      .where('applications.status', '<>', 'pending')
      .execute(),
  };
}

async function selectWork(db: Db, id: string, teamId: string | null) {
  return {
    projects: await db
      .selectFrom('projects')
      .select(['title', 'tagline', 'description', 'repository', 'demo', 'video', 'tags', 'submitted_at'])
      .where((eb) => eb.or([eb('user_id', '=', id), eb('team_id', '=', teamId)]))
      .execute(),
    files: await db
      .selectFrom('files')
      .leftJoin('projects as p', 'p.id', 'files.project_id')
      .leftJoin('project_pictures', 'picture_file_id', 'files.id')
      .select(['files.id', 'kind', 'size', 'created_at', 'storage_key as key', 'alternative_text'])
      .where((eb) => eb.or([eb('owner_id', '=', id), eb('p.user_id', '=', id), eb('p.team_id', '=', teamId)]))
      .where('kind', '<>', 'thumbnail')
      .orderBy('created_at')
      .execute(),
  };
}
