import type { ColumnType } from 'kysely';

/** A moment; can also be written as text, and defaults to the database's value. */
export type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;
/** A column with a default in the database. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>;
