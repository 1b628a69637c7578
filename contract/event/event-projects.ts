import { z } from 'zod';
import { judgingTracks } from '../judging/judging-tracks.ts';
import { createRefuser, rubricOfCriteria, withUnique } from './event-parts.ts';
import { line, moment, slug } from './event-values.ts';

/** What teams build: entered until the deadline, shown in the gallery. */
export const projects = z.strictObject({
  deadline: moment,
  /** When the gallery opens by itself; organizers can open it at any time. */
  galleryOpensAt: moment.optional(),
  /** Prizes that teams opt into, besides the special categories. */
  prizes: z
    .array(
      z
        .strictObject({
          key: slug,
          label: line,
          description: line.optional(),
          /** `hacker`, `startup` or one of `rubrics`: the prize has judges of its own, who score by it. */
          rubric: line.optional(),
          /** Who those judges are, such as the sponsor. */
          judgedBy: line.optional(),
        })
        .refine(({ rubric, judgedBy }) => !judgedBy || rubric, {
          path: ['rubric'],
          error: 'is missing: judges of a prize score by a rubric',
        })
        .refine(({ rubric, judgedBy }) => !rubric || judgedBy, {
          path: ['judgedBy'],
          error: 'is missing: a prize with a rubric says who judges it',
        }),
    )
    .superRefine(withUnique('key', 'label'))
    .default([]),
  /** A project that wins one prize wins no other. */
  onePrizePerProject: z.boolean().default(false),
  /** Where tables stand, by number. Without areas numbers just go on, and nobody asks for power. */
  areas: z
    .array(
      z
        .strictObject({
          name: line,
          from: z.int().min(1).max(100_000),
          to: z.int().min(1).max(100_000),
          /** Whether its tables have power. */
          power: z.boolean().default(true),
        })
        .refine(({ from, to }) => from <= to, { path: ['to'], error: 'is before from' }),
    )
    .superRefine(withUnique('name'))
    .superRefine((areas, context) => {
      for (const [at, { from, to }] of areas.entries())
        if (areas.slice(0, at).some((other) => from <= other.to && other.from <= to))
          createRefuser(context)([at, 'from'], 'is in another area already');
    })
    .default([]),
  /** Rubrics of prizes, by name, besides those of the tracks. */
  rubrics: z.record(slug, rubricOfCriteria).default({}),
});

/** Refuses prizes with the key of a special category, and with a rubric that there is not. */
export function checkPrizes(
  {
    projects: entered,
    specialCategories,
  }: { projects: z.output<typeof projects> | false; specialCategories: { key: string }[] },
  context: z.RefinementCtx,
): void {
  if (!entered) return;
  const refuse = createRefuser(context);
  const rubrics = [...judgingTracks, ...Object.keys(entered.rubrics)];
  const special = new Set(specialCategories.map(({ key }) => key));
  for (const [at, { key, rubric: named }] of entered.prizes.entries()) {
    const path = ['projects', 'prizes', at];
    if (special.has(key)) refuse([...path, 'key'], `is that of a special category: ${key}`);
    if (named && !rubrics.includes(named))
      refuse([...path, 'rubric'], `is not one of ${rubrics.join(', ')}: ${named}`);
  }
  for (const track of judgingTracks)
    if (track in entered.rubrics)
      refuse(['projects', 'rubrics', track], 'is the rubric of a track: choose another name');
}
