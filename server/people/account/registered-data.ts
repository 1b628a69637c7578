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
 * What goes with an account, for every table: deletion, the person's export, retention and the doctor read it. What is
 * missing here is in rows that foreign keys delete with these.
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

/** The tables of the program by name, with what goes with an account. */
export const personalTables = Object.entries(personalData) as [keyof Tables, PersonalData][];

/** Checks of the doctor: what the foreign keys of the database do with an account is what is registered. */
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
