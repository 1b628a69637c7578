import { randomBytes } from 'node:crypto';
import type { Site } from './site.ts';

const weights = { innovation: 25, technical: 25, impact: 20, presentation: 15, design: 15 };

interface GivenScore {
  number: number;
  name: string;
  /** The mark for every criterion. */
  mark: number;
  /** The mark for the special category Supermemory; null where it was not scored. */
  supermemory?: number | null;
}

/** Stores a score of the site's first judge for a table of the hacker track. */
export async function insertScore(
  site: Site,
  { number, name, mark, supermemory = null }: GivenScore,
): Promise<void> {
  const { id } = await site.db.selectFrom('judges').select('id').executeTakeFirstOrThrow();
  await site.db
    .insertInto('scores')
    .values({
      judge_id: id,
      judge_name: 'Judge 1',
      idempotency_key: crypto.randomUUID(),
      body_hash: randomBytes(32),
      team_name: name,
      team_number: number,
      track: 'hacker',
      scores: JSON.stringify(Object.fromEntries(Object.keys(weights).map((key) => [key, mark]))),
      weights: JSON.stringify(weights),
      weighted_total: mark * 10,
      special_categories: supermemory === null ? null : JSON.stringify({ supermemory }),
      created_at: new Date(),
    })
    .execute();
}
