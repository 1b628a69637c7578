import { sql } from 'kysely';
import { afterData } from '../../after/after.tables.ts';
import { applyData, savedViewsKey } from '../../apply/apply.tables.ts';
import { eventData } from '../../event/event.tables.ts';
import { eventDayData } from '../../event-day/event-day.tables.ts';
import { judgingData } from '../../judging/judging.tables.ts';
import { peopleData } from '../../people-data/people.tables.ts';
import type { PersonalData } from '../../platform/db/personal-data.ts';
import { platformData, type Tables } from '../../platform/db/tables.ts';
import { projectsData } from '../../projects/projects.tables.ts';
import { teamsData } from '../../teams/teams.tables.ts';
import { authData } from '../auth/auth.tables.ts';

/**
 * What happens to each table's rows when an account is deleted; also read by the person's export, retention and the doctor.
 * Rows of tables that are missing here are deleted by foreign keys.
 */
const personalData: Record<keyof Tables, PersonalData> = {
  ...peopleData,
  ...authData,
  ...applyData,
  ...teamsData,
  ...projectsData,
  ...eventDayData,
  ...judgingData,
  ...afterData,
  ...eventData,
  ...platformData,
  settings: { staffTexts: { value: [] }, staffRows: sql`key = ${savedViewsKey}` },
};

/** The program's tables by name, with what happens to them when an account is deleted. */
export const personalTables = Object.entries(personalData) as [keyof Tables, PersonalData][];

/** Doctor checks: the foreign keys of the database match what is registered. */
export const personalDataChecks = {
  'what goes with an account is registered': `select c.conrelid::regclass::text || '.' || a.attname as id
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass
      and (c.conrelid::regclass::text, a.attname::text, c.confdeltype::text) not in (values ${personalTables
        .flatMap(([table, { accounts = {} }]) =>
          Object.entries(accounts).map(
            ([column, fate]) => `('${table}', '${column}', '${fate === 'delete' ? 'c' : 'n'}')`,
          ),
        )
        .join(', ')})`,
};
