import { type Generated, sql } from 'kysely';
import { limits } from '../../contract/limits.ts';
import type { Defaulted, Timestamp } from '../platform/db/columns.ts';
import { ofUser, type PersonalDataByTable } from '../platform/db/personal-data.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    teams: {
      id: Generated<string>;
      name: string;
      max_members: number;
      invite_code: string;
      creator_id: string;
      /** What the team builds and what it needs, a line each. */
      idea: Defaulted<string>;
      need: Defaulted<string>;
      created_at: Timestamp;
      /** Until when they may submit, where that is later than for everybody. */
      project_deadline: Timestamp | null;
    };
    team_members: {
      user_id: string;
      team_id: string;
      slot: number;
      joined_at: Timestamp;
    };
    join_requests: {
      id: Generated<string>;
      team_id: string;
      requester_id: string;
      message: Defaulted<string>;
      status: Defaulted<'pending' | 'approved' | 'rejected' | 'cancelled' | 'closed'>;
      created_at: Timestamp;
      decided_at: Timestamp | null;
    };
    /** What somebody without a team shows leaders. */
    team_cards: {
      id: Generated<string>;
      user_id: string;
      skills: string;
      about: string;
      updated_at: Timestamp;
    };
    /** A team's invite to the person of a card; an accepted one goes with the card. */
    team_invites: {
      id: Generated<string>;
      team_id: string;
      card_id: string;
      status: Defaulted<'pending' | 'declined'>;
      created_at: Timestamp;
      decided_at: Timestamp | null;
    };
  }
}

const longest = limits.text;

export const teamsData = {
  teams: {
    teamTexts: {
      texts: { name: longest.teamName, idea: longest.idea, need: longest.need },
      rows: (team) => sql`id = ${team}`,
    },
  },
  team_members: ofUser({
    exportedRow: {
      team: ({ id }) => sql`select t.id, t.name, t.idea, t.need, m.joined_at
        from team_members m join teams t on t.id = m.team_id where m.user_id = ${id}`,
    },
  }),
  join_requests: {
    accounts: { requester_id: 'delete' },
    exported: {
      joinRequests: ({ id }) => sql`select t.name as team, message, status, r.created_at, decided_at
        from join_requests r join teams t on t.id = r.team_id where requester_id = ${id}`,
    },
  },
  team_cards: ofUser({
    exportedRow: {
      teamCard: ({ id }) => sql`select skills, about, updated_at from team_cards where user_id = ${id}`,
    },
  }),
  team_invites: {
    exported: {
      teamInvites: ({ id }) => sql`select t.name as team, status, i.created_at, decided_at
        from team_invites i join team_cards c on c.id = i.card_id join teams t on t.id = i.team_id
        where c.user_id = ${id}`,
    },
  },
} satisfies PersonalDataByTable;
