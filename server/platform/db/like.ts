import { type RawBuilder, sql } from 'kysely';

/** Escapes the wildcards of `like` in typed text. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Returns a `like` pattern for each word, which matches texts that contain it. */
export const toPatterns = (words: readonly string[]): string[] =>
  words.map((word) => `%${escapeLike(word)}%`);

/** SQL: a text in lower case and without accents. As a subquery it is computed once, not once per row. */
export const toFoldedText = (text: string | RawBuilder<unknown>) => sql`(select fold_text(${text}))`;

/** A condition that a column contains this text, in any case and with or without accents. */
export const contains = (column: RawBuilder<string>, text: string) =>
  sql<boolean>`fold_text(${column}) like ${toFoldedText(`%${escapeLike(text)}%`)}`;
