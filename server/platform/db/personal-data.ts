import type { RawBuilder } from 'kysely';

/** The longest text of a column, or where names are replaced in its JSON: below a path, or in fields. */
export type Texts = Record<string, number | string[] | { fields: readonly string[] }>;

interface Owner {
  id: RawBuilder<string>;
  /** The id of their application, and the same once it is decided on. */
  application: RawBuilder<string>;
  decided: RawBuilder<string>;
  team: RawBuilder<string>;
}
type Select = (owner: Owner) => RawBuilder<unknown>;

/** What goes with an account, of one table. */
export interface PersonalData {
  /** The columns that refer to an account: its rows are deleted with it, or kept without the person, as the foreign key says. */
  accounts?: Record<string, 'delete' | 'keep'>;
  /** Whether its rows go to the account that stays when two are merged: all, or only where that one has none. */
  moves?: 'all' | 'missing';
  /** The column with an address: rows without an account go with the account that has it. */
  address?: string;
  /** What staff write. The approved full name of a deleted account, and its address, are replaced there. */
  staffTexts?: Texts;
  /** The rows in which names are replaced; in the others only the address is. */
  staffRows?: RawBuilder<boolean>;
  /** Texts of staff in which a name is what other rows refer to: only the address is replaced. */
  addressTexts?: Texts;
  /** What the account's own team wrote, in which its approved full name is replaced, and the rows of a team. */
  teamTexts?: {
    texts: Texts;
    lists?: Record<string, number>;
    rows: (team: RawBuilder<unknown>) => RawBuilder<boolean>;
  };
  /** Lists in the person's own export, by name; a string says why there are none. */
  exported?: Record<string, Select> | string;
  /** Single rows in the export; of one with a `value`, only that. */
  exportedRow?: Record<string, Select>;
  /** When rows are deleted by age: so long after `at`. */
  expires?: {
    after: 'emails' | 'applications' | 'walkIns';
    at: RawBuilder<Date>;
    rows?: RawBuilder<boolean>;
    /** How many one statement deletes, with what refers to them. */
    atOnce?: number;
  };
}

export type PersonalDataOf<Name extends string> = Record<Name, PersonalData>;

export const ofNobody: PersonalData = {};
export const byStaff = (column: string): PersonalData => ({ accounts: { [column]: 'keep' } });
export const ofUser = (more: PersonalData = {}): PersonalData => ({
  ...more,
  accounts: { user_id: 'delete' },
});
/** Why something is not exported. */
export const isShortLived = 'It is kept for minutes or until it is read, and says nothing about the person.';
