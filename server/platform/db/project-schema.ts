import type { Defaulted, Timestamp } from './columns.ts';

export interface ProjectTables {
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
    /** The person without a team whose project it is. */
    user_id: string | null;
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
    /** Submitted after the deadline. */
    late: Defaulted<boolean>;
    /** When organizers took it out of the gallery. */
    hidden_at: Timestamp | null;
    updated_at: Timestamp;
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
