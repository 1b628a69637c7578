import { type Generated, sql } from 'kysely';
import type { JudgingTrack } from '../../contract/judging/judging.ts';
import { limits } from '../../contract/limits.ts';
import type { Defaulted, Timestamp } from '../platform/db/columns.ts';
import { byStaff, ofNobody, type PersonalDataByTable } from '../platform/db/personal-data.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    /** What a visitor of the gallery wrote about a project. */
    project_reports: {
      id: Defaulted<string>;
      project_id: string;
      text: string;
      at: Timestamp;
    };
    projects: {
      id: Defaulted<string>;
      /** The team whose project it is; when both are null, nobody edits it any more. */
      team_id: string | null;
      user_id: string | null;
      /** The member who submitted it alone before joining the team. */
      brought_by: Defaulted<string | null>;
      /** By whom, where no team of this site is behind it. */
      team_name: string | null;
      /** The address that it was imported from. */
      source: string | null;
      track: string;
      title: string;
      tagline: string;
      description: string;
      repository: string;
      demo: string;
      video: string;
      tags: string[];
      prizes: string[];
      /** The day on which the people who built it say that they began. */
      started_on: string | null;
      /** Whether they need power at their table. */
      needs_power: Defaulted<boolean>;
      /** Reports that gave way to newer ones. */
      earlier_reports: Defaulted<number>;
      /** Grows with every change. */
      version: Defaulted<number>;
      submitted_at: Timestamp | null;
      late: Defaulted<boolean>;
      /** When organizers took it out of the gallery. */
      hidden_at: Timestamp | null;
      updated_at: Timestamp;
    };
    demo_tables: {
      number: number;
      name: string;
      track: JudgingTrack;
      team_id: string | null;
      user_id: string | null;
      /** A project that was imported, without people of this site. */
      project_id: string | null;
      area: string | null;
      /** Nobody is sent to a retired table. */
      retired_at: Timestamp | null;
      /** When its people were emailed this number. */
      emailed_at: Timestamp | null;
      /** The numbers that it was moved from. */
      former_numbers: Generated<number[]>;
    };
    /** A view: who is at which table, retired ones included. */
    people_at_tables: {
      user_id: string;
      number: number;
      /** Null where the table is the person's own. */
      team_id: string | null;
      retired_at: Timestamp | null;
    };
    /** A view: the table that somebody has, the team's before their own; retired ones are none. */
    person_tables: {
      user_id: string;
      number: number;
    };
    /** A view: the table of each project, retired ones included. */
    project_tables: {
      project_id: string;
      number: number;
      retired_at: Timestamp | null;
    };
    project_pictures: {
      id: Defaulted<string>;
      project_id: string;
      picture_file_id: string;
      thumbnail_file_id: string;
      /** Its place among the pictures of the project, from 0. */
      place: number;
      alternative_text: string;
      /** Pixels of the larger file. */
      width: number;
      height: number;
    };
  }
}

const { project, text: longest } = limits;

export const projectsData = {
  project_reports: { expires: { after: 'applications', at: sql`at` } },
  projects: {
    accounts: { user_id: 'keep', brought_by: 'keep' },
    teamTexts: {
      texts: {
        team_name: longest.teamName,
        title: project.title,
        tagline: project.tagline,
        description: project.description,
      },
      lists: { tags: project.tag },
      rows: (team) => sql`team_id = ${team}`,
    },
    exported: {
      projects: ({
        id,
        team,
      }) => sql`select title, tagline, description, repository, demo, video, tags, submitted_at
        from projects where user_id = ${id} or team_id = ${team}`,
    },
  },
  demo_tables: {
    ...byStaff('user_id'),
    teamTexts: { texts: { name: 100 }, rows: (team) => sql`team_id = ${team}` },
  },
  people_at_tables: ofNobody,
  person_tables: ofNobody,
  project_tables: ofNobody,
  project_pictures: {
    teamTexts: {
      texts: { alternative_text: project.alternativeText },
      rows: (team) => sql`project_id = (select id from projects where team_id = ${team})`,
    },
  },
  files: {
    accounts: { owner_id: 'delete' },
    exported: {
      files: ({ id, team }) => sql`
        select f.id, kind, size, created_at, storage_key as key, alternative_text
        from files f left join projects p on p.id = f.project_id left join project_pictures on picture_file_id = f.id
        where (owner_id = ${id} or p.user_id = ${id} or p.team_id = ${team}) and kind <> 'thumbnail'
        order by created_at`,
    },
  },
} satisfies PersonalDataByTable;

/**
 * Whether everybody may see project `p` while the gallery is open: it is submitted, not hidden, and imported or written by
 * somebody who is still an approved participant.
 */
export const isPublic = sql<boolean>`(p.submitted_at is not null and p.hidden_at is null and (
  (p.team_id is null and p.user_id is null)
  or exists (select from applications a where a.user_id = p.user_id and a.status = 'approved')
  or exists (select from team_members m join applications a using (user_id)
    where m.team_id = p.team_id and a.status = 'approved')))`;
