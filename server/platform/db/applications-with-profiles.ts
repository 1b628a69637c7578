import type { Db } from './open.ts';

/** Selects applications with what their profiles are built from. */
export function applicationsWithProfiles(db: Db) {
  return db
    .selectFrom('profiles')
    .innerJoin('applications', 'applications.id', 'profiles.application_id')
    .innerJoin('users', 'users.id', 'applications.user_id')
    .select([
      'applications.id',
      'users.name',
      'applications.status',
      'applications.track',
      'applications.major',
      'applications.why_join as whyJoin',
      'profiles.resume_text as resumeText',
      'profiles.links',
      'profiles.changed',
    ]);
}
