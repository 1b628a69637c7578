import type { RawBuilder } from 'kysely';

/** The longest text of a column, or where names in its JSON are redacted: below a path, or in fields. */
export type Texts = Record<string, number | string[] | { fields: readonly string[] }>;

interface Owner {
  id: RawBuilder<string>;
  /** The id of the person's application, and the same once it has been decided. */
  application: RawBuilder<string>;
  decided: RawBuilder<string>;
  team: RawBuilder<string>;
}
type Select = (owner: Owner) => RawBuilder<unknown>;

/** What happens to the rows of one table when an account is deleted. */
export interface PersonalData {
  /**
   * The columns that refer to an account. Their rows are deleted with it or kept without the person, as the foreign key
   * says.
   */
  accounts?: Record<string, 'delete' | 'keep'>;
  /** Whether a merge moves its rows to the remaining account: all of them, or only if that account has none. */
  moves?: 'all' | 'missing';
  /** The column with an address: rows without an account are deleted with the account that has it. */
  address?: string;
  /** Texts by staff. The approved full name and the address of a deleted account are redacted there. */
  staffTexts?: Texts;
  /** The rows in which names are redacted; in the others, only addresses are. */
  staffRows?: RawBuilder<boolean>;
  /** Texts by staff that other rows refer to by name: only the address is redacted. */
  addressTexts?: Texts;
  /** Texts by the account's own team, in which its approved full name is redacted, and how to find a team's rows. */
  teamTexts?: {
    texts: Texts;
    lists?: Record<string, number>;
    rows: (team: RawBuilder<unknown>) => RawBuilder<boolean>;
  };
  /** Lists in the person's own export, by name; a string says why they are left out. */
  exported?: Record<string, Select> | string;
  /** Single rows in the export; with `value`, only that column. */
  exportedRow?: Record<string, Select>;
  /** When rows are deleted by age: this long after `at`. */
  expires?: {
    after: 'emails' | 'applications' | 'walkIns';
    at: RawBuilder<Date>;
    rows?: RawBuilder<boolean>;
    /** How many rows one statement deletes, with everything that refers to them. */
    atOnce?: number;
  };
}

/** What a module says of its tables, by their names; `registered-data.ts` has a line for each table. */
export type PersonalDataByTable = Record<string, PersonalData>;

export const ofNobody: PersonalData = {};
export const byStaff = (column: string): PersonalData => ({ accounts: { [column]: 'keep' } });
export const ofUser = (more: PersonalData = {}): PersonalData => ({
  ...more,
  accounts: { user_id: 'delete' },
});
/** Why something is not exported. */
export const isShortLived = 'It is kept for minutes or until it is read, and says nothing about the person.';
