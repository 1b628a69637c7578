import type { ColumnType } from 'kysely';

/** A moment; written also as text, and by the database when left out. */
export type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;
/** A column that the database fills in when left out. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>;
