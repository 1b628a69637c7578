import { type ColumnType, type Generated, sql } from 'kysely';
import type { Role } from '../../contract/platform/roles.ts';
import type { Defaulted, Timestamp } from '../platform/db/columns.ts';
import { ofUser, type PersonalDataByTable } from '../platform/db/personal-data.ts';

/** The key in `settings` of the hash of the results' password. */
export const reviewPasswordKey = 'score-review-password';

declare module '../platform/db/tables.ts' {
  interface Tables {
    users: {
      id: Generated<string>;
      email: string | null;
      email_verified: Defaulted<boolean>;
      /** The address gets email because the settings trust its provider. It proves nothing. */
      email_trusted: Defaulted<boolean>;
      name: Defaulted<string>;
      photo: string | null;
      role: Defaulted<Role>;
      /** An organizer who also appoints owners; there is always one while there are organizers. */
      is_owner: Defaulted<boolean>;
      team_preference: 'solo' | 'lookingForTeam' | 'hasTeam' | null;
      /** The code of the invitation that the person opened; null once they are in a team. */
      invite_code: string | null;
      pass_version: Defaulted<number>;
      /** They agree that the gallery and the winners name them. */
      named_in_gallery: Defaulted<boolean>;
      /** The address at which their certificate is verified ends with it. */
      certificate_id: Defaulted<string>;
      created_at: Timestamp;
      /** The last visit of somebody who was no hacker then. */
      last_seen_at: Timestamp | null;
      /** As that of a team, while the person is in none. */
      project_deadline: Timestamp | null;
      /** Organizers removed them from the event; null once that is lifted. */
      removed_at: Timestamp | null;
      /** The state of their application to restore when the removal is lifted. */
      application_before_removal: ColumnType<unknown, string | null, string | null>;
    };
    /** The names that somebody had, each until it was changed. */
    former_names: {
      user_id: string;
      name: string;
      until: Generated<Date>;
    };
    identities: {
      issuer: string;
      subject: string;
      user_id: string;
      created_at: Timestamp;
    };
    sessions: {
      token_hash: Buffer;
      user_id: string;
      created_at: Timestamp;
      last_seen_at: Timestamp;
    };
  }
}

export const peopleData = {
  users: {
    exportedRow: {
      account: ({
        id,
      }) => sql`select id, email, email_verified, name, photo, role, team_preference, created_at,
        named_in_gallery, certificate_id, is_owner, last_seen_at, project_deadline, removed_at from users where id = ${id}`,
    },
  },
  former_names: ofUser({
    moves: 'all',
    exported: {
      formerNames: ({ id }) => sql`select name, until from former_names where user_id = ${id} order by until`,
    },
  }),
  identities: ofUser({
    moves: 'all',
    exported: {
      identities: ({ id }) => sql`select issuer, subject, created_at from identities where user_id = ${id}`,
    },
  }),
  sessions: ofUser({
    exported: {
      sessions: ({ id }) => sql`select created_at, last_seen_at from sessions where user_id = ${id}`,
    },
  }),
} satisfies PersonalDataByTable;
