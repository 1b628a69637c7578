import { type ColumnType, sql } from 'kysely';
import type { EventDocument } from '../../contract/event/event.ts';
import type { EventOrigin, SettingsSection } from '../../contract/event/settings.ts';
import { settingsSections } from '../../contract/event/settings.ts';
import type { Timestamp } from '../platform/db/columns.ts';
import { byStaff, type PersonalDataByTable } from '../platform/db/personal-data.ts';

/** The key in `settings` of the fingerprint of an event in files, of a site from before events were documents; until it is converted. */
export const oldEventKey = 'old-event';

declare module '../platform/db/tables.ts' {
  interface Tables {
    /** The versions of the event. Rows are only added: the newest holds. */
    events: {
      version: number;
      document: ColumnType<EventDocument, string, never>;
      /** The sections of the settings in which it differs from the version before; all for the first. */
      sections: SettingsSection[];
      origin: EventOrigin;
      at: ColumnType<Date, Date | undefined, never>;
      by: string | null;
    };
    /** What organizers changed beside the files of an event, before events were documents. */
    event_changes: {
      section: string;
      version: number;
      /** The fields of the event that differ from `event/`; null for one that is left out. */
      changes: ColumnType<Record<string, unknown>, string, never>;
      /** What `event/` said about them then. */
      base: ColumnType<Record<string, unknown>, string, never>;
      by: string | null;
      at: Timestamp;
    };
  }
}

// In the other sections of the event, a name is what applications, scores and check-ins refer to.
const prose = [...settingsSections.public, ...settingsSections.schedule, ...settingsSections.mail];

export const eventData = {
  events: { ...byStaff('by'), staffTexts: { document: { fields: prose } }, addressTexts: { document: [] } },
  event_changes: {
    ...byStaff('by'),
    staffTexts: { changes: [], base: [] },
    staffRows: sql`section in ('public', 'schedule', 'mail')`,
  },
} satisfies PersonalDataByTable;
