import { type ColumnType, type Generated, sql } from 'kysely';
import type { JudgingTrack } from '../../contract/judging/judging.ts';
import type { Decision } from '../../contract/judging/results.ts';
import { limits } from '../../contract/limits.ts';
import type { Defaulted, Timestamp } from '../platform/db/columns.ts';
import { byStaff, ofNobody, type PersonalDataByTable } from '../platform/db/personal-data.ts';

/** The key in `settings` of whether judging is paused. */
export const judgingPausedKey = 'judging-paused';

export type StoredDecision = Pick<
  Decision,
  'places' | 'order' | 'reason' | 'confirmed' | 'excluded' | 'note'
>;

/** A winner, by table number, or by project if scored by a prize's judges. */
export type StoredWinner = { place: number; tied: boolean } & (
  | { number: number; project?: undefined }
  | { number?: undefined; project: string }
);

type Marks = ColumnType<Record<string, number>, string, never>;

declare module '../platform/db/tables.ts' {
  interface Tables {
    /** By group of `contract/judging/results.ts`. */
    result_decisions: {
      group_key: string;
      revision: number;
      decision: ColumnType<StoredDecision, string, string>;
      decided_by: string | null;
      decided_at: Timestamp;
      locked_by: string | null;
      locked_at: Timestamp | null;
      /** The ids of the ranking by the scores when it was locked, best first. */
      ranking: ColumnType<string[] | null, string | null, string | null>;
      winners: ColumnType<StoredWinner[] | null, string | null, string | null>;
    };
    judges: {
      id: Generated<string>;
      /** In the order of creation. */
      position: Generated<number>;
      username: string;
      name: string;
      /** Where organizers email them; deleted when the judge is removed. */
      email: Defaulted<string | null>;
      password_hash: string;
      /** The only track that this judge scores; null for either. */
      track: JudgingTrack | null;
      /** The prize that this judge scores instead of a track. */
      prize: string | null;
      renames: Generated<number>;
      removed_at: Timestamp | null;
      created_at: Timestamp;
    };
    judge_sessions: {
      token_hash: Buffer;
      judge_id: string;
      created_at: Timestamp;
      /** How many scores are waiting on this device, as last reported. */
      waiting: Generated<number>;
    };
    review_sessions: {
      token_hash: Buffer;
      password_mark: Buffer;
      created_at: Timestamp;
      /** Who opened the results without the password; null with it. */
      opened_by: Generated<string | null>;
    };
    table_visits: {
      judge_id: string;
      track: JudgingTrack;
      /** The judge's prize; null for a judge of tracks. */
      prize: string | null;
      team_number: number;
      state: 'going' | 'absent' | 'busy' | 'conflict';
      at: Timestamp;
    };
    /** Append-only. */
    scores: {
      /** Ascends in the order of creation: of a judge's scores for a team the greatest counts. */
      id: Generated<number>;
      judge_id: string;
      judge_name: string;
      idempotency_key: string;
      body_hash: Buffer;
      team_name: string;
      team_number: number;
      track: JudgingTrack;
      /** The prize that the team was scored for, instead of its track. */
      prize: string | null;
      scores: Marks;
      /** The weights at that moment, in percent. */
      weights: Marks;
      weighted_total: ColumnType<string, number, never>;
      special_categories: ColumnType<Record<string, number> | null, string | null, never>;
      created_at: Timestamp;
    };
    /** Append-only. */
    voided_scores: {
      score_id: number;
      voided_by: string | null;
      voided_at: Timestamp;
      /** Null once deleted with a person that it named. */
      reason: string | null;
    };
    score_comments: {
      score_id: number;
      comment: string;
    };
    /** The scores that an organizer entered for a judge. */
    entered_scores: {
      score_id: number;
      entered_by: string | null;
      is_paper: boolean;
      /** The number of the table that it was moved from. */
      moved_from: number | null;
    };
  }
}

const longest = limits.text;

export const judgingData = {
  result_decisions: {
    accounts: { decided_by: 'keep', locked_by: 'keep' },
    staffTexts: { decision: [] },
  },
  judges: ofNobody,
  judge_sessions: ofNobody,
  review_sessions: {
    accounts: { opened_by: 'delete' },
    exported: 'It says only that the results were opened, which the log has.',
  },
  table_visits: ofNobody,
  scores: {
    teamTexts: {
      texts: { team_name: 100 },
      rows: (team) => sql`team_number = (select number from demo_tables where team_id = ${team})`,
    },
  },
  voided_scores: { ...byStaff('voided_by'), staffTexts: { reason: longest.reason } },
  score_comments: {
    staffTexts: { comment: 500 },
    expires: { after: 'applications', at: sql`(select created_at from scores where id = score_id)` },
  },
  entered_scores: byStaff('entered_by'),
} satisfies PersonalDataByTable;
