import { sql } from 'kysely';
import { fieldColumns, type StoredFields } from '../../apply/apply.tables.ts';
import type { Db } from '../../platform/db/open.ts';

/** An application with its person, as organizers see it; moments in ISO 8601. */
export interface Registration extends StoredFields {
  id: string;
  userId: string;
  name: string;
  email: string | null;
  status: string;
  attendance: 'yes' | 'no' | '';
  appliedAt: Date;
  reviewedAt: Date | null;
  team: string | null;
  hasResume: boolean;
  hasPitchDeck: boolean;
  checkedInAt: Date | null;
}

/** Selects applications by id, those after `after`; the ones that were withdrawn are none. */
export async function selectRegistrations(
  db: Db,
  { entrance, after, limit }: { entrance: string; after: string | undefined; limit: number },
): Promise<Registration[]> {
  const fields = sql.join(
    Object.entries(fieldColumns).map(([name, column]) => sql`a.${sql.ref(column)} as ${sql.ref(name)}`),
  );
  const { rows } = await sql<Registration>`
    select a.id, a.user_id as "userId", u.name, u.email, coalesce(h.status, a.status) as status, ${fields},
      case when a.attendance_confirmed then 'yes' when a.attendance_declined then 'no' else '' end as attendance,
      a.created_at as "appliedAt", coalesce(h.decided_at, a.reviewed_at) as "reviewedAt", t.name as team,
      a.resume_file_id is not null as "hasResume", a.pitch_deck_file_id is not null as "hasPitchDeck",
      c.checked_in_at as "checkedInAt"
    from applications a join users u on u.id = a.user_id
      left join held_decisions h on h.application_id = a.id
      left join team_members m on m.user_id = a.user_id left join teams t on t.id = m.team_id
      left join checked_in c on c.user_id = a.user_id and c.checkpoint = ${entrance}
    where ${after ?? null}::uuid is null or a.id > ${after ?? null}::uuid
    order by a.id limit ${limit}`.execute(db);
  return rows;
}

/** Selects the questions that applicants have answered, those of earlier forms too. */
export async function selectAnsweredQuestions(db: Db) {
  const { rows } = await sql<{ question: string }>`
    select distinct question from answers join applications using (user_id) order by question`.execute(db);
  return rows.map(({ question }) => question);
}

/** Selects check-ins by id, those after `after`: admitted, undone and in conflict. */
export async function selectCheckIns(db: Db, { after, limit }: { after: string | undefined; limit: number }) {
  const { rows } = await sql<{
    id: string;
    name: string;
    email: string | null;
    checkpoint: string;
    at: Date;
    state: string;
    undoneAt: Date | null;
    undoReason: string | null;
  }>`
    select c.id, u.name, u.email, c.checkpoint, c.checked_in_at as at, c.state, c.undone_at as "undoneAt",
      c.undo_reason as "undoReason"
    from check_ins c join users u on u.id = c.user_id
    where ${after ?? null}::uuid is null or c.id > ${after ?? null}::uuid
    order by c.id limit ${limit}`.execute(db);
  return rows;
}

/** Selects what everybody agreed to, by person and time, revoked agreements too. */
export async function selectAgreementsOfAll(db: Db) {
  const { rows } = await sql<{
    name: string;
    email: string | null;
    agreement: string;
    version: string;
    title: string;
    at: Date;
    revokedAt: Date | null;
  }>`
    select u.name, u.email, g.agreement, g.version, g.title, g.at, g.revoked_at as "revokedAt"
    from agreements g join users u on u.id = g.user_id order by g.user_id, g.at, g.agreement`.execute(db);
  return rows;
}

/** Selects every team with its members, the leader first, and its table. */
export async function selectTeamsWithMembers(db: Db) {
  const { rows } = await sql<{
    id: string;
    name: string;
    maxMembers: number;
    table: number | null;
    createdAt: Date;
    members: { name: string; email: string | null }[];
  }>`
    select t.id, t.name, t.max_members as "maxMembers", d.number as table, t.created_at as "createdAt",
      coalesce((select jsonb_agg(jsonb_build_object('name', u.name, 'email', u.email) order by u.id <> t.creator_id, u.name)
        from team_members m join users u on u.id = m.user_id where m.team_id = t.id), '[]') as members
    from teams t left join demo_tables d on d.team_id = t.id and d.retired_at is null
    order by lower(t.name), t.id`.execute(db);
  return rows;
}
