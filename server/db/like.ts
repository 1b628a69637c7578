import { type RawBuilder, sql } from 'kysely';

/** Escapes the wildcards of `like` in a text that somebody typed. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A condition that a column contains this text, in any case and with or without accents. */
export const contains = (column: RawBuilder<string>, text: string) =>
  sql<boolean>`fold_text(${column}) like (select fold_text(${`%${escapeLike(text)}%`}))`;
