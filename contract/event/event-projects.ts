import { z } from 'zod';
import { createRefuser, keyMeta, withUnique } from './event-parts.ts';
import { line, moment, slug } from './event-values.ts';

/** The projects of teams: entered until the deadline, shown in the gallery. */
export const projects = z.strictObject({
  deadline: moment.meta({ label: 'Submission deadline' }),
  /** When the gallery opens by itself; organizers can open it at any time. */
  galleryOpensAt: moment
    .meta({ label: 'Opens by itself' })
    .optional()
    .meta({ label: 'Gallery', unset: 'Opened by hand' }),
  /** Prizes that teams opt into, besides the special categories. */
  prizes: z
    .array(
      z
        .strictObject({
          key: slug.meta({ ...keyMeta, hint: 'Derived from the label, such as best-story.' }),
          label: line.meta({ label: 'Label' }),
          description: line.optional().meta({ label: 'Description' }),
          judgedBy: line.optional().meta({
            label: 'Judged by',
            hint: 'Only if it has its own judges, such as the sponsor. Otherwise you choose its winner on Publish.',
          }),
          /** The name of a rubric of the event. The prize has its own judges, who score by it. */
          rubric: line.optional().meta({
            label: 'Rubric of those judges',
            optionsOf: { path: 'rubric' },
            onlyIf: { field: 'judgedBy', isNot: [null, ''] },
          }),
        })
        .refine(({ rubric, judgedBy }) => !judgedBy || rubric, {
          path: ['rubric'],
          error: 'is missing: judges of a prize score by a rubric',
        })
        .refine(({ rubric, judgedBy }) => !rubric || judgedBy, {
          path: ['judgedBy'],
          error: 'is missing: a prize with a rubric needs to name its judges',
        }),
    )
    .superRefine(withUnique('key', 'label'))
    .default([])
    .meta({
      ...{ label: 'Other prizes', one: 'prize', titleOf: 'label' },
      hint: 'Such as Best story. Teams choose them when they submit; each can have its own judges, such as a sponsor.',
    }),
  onePrizePerProject: z.boolean().default(false).meta({ label: 'A project wins one prize at most' }),
  /**
   * Which table numbers are in which area. Without areas, tables are numbered consecutively and nobody is asked about
   * power.
   */
  areas: z
    .array(
      z
        .strictObject({
          name: line.meta({ label: 'Name' }),
          from: z.int().min(1).max(100_000).meta({ label: 'First table', initial: 1 }),
          to: z.int().min(1).max(100_000).meta({ label: 'Last table', initial: 20 }),
          power: z.boolean().default(true).meta({ label: 'With power' }),
        })
        .refine(({ from, to }) => from <= to, { path: ['to'], error: 'is before the first table' }),
    )
    .superRefine(withUnique('name'))
    .superRefine((areas, context) => {
      for (const [at, { from, to }] of areas.entries())
        if (areas.slice(0, at).some((other) => from <= other.to && other.from <= to))
          createRefuser(context)([at, 'from'], 'is in another area already');
    })
    .default([])
    .meta({ label: 'Areas of tables', one: 'area', titleOf: 'name' }),
});

interface CheckedPrizes {
  projects: z.output<typeof projects> | false;
  specialCategories: { key: string }[];
  rubric: object;
}

/** Refuses prizes that share the key of a special category or name an unknown rubric. */
export function checkPrizes(
  { projects: entered, specialCategories, rubric }: CheckedPrizes,
  context: z.RefinementCtx,
): void {
  if (!entered) return;
  const refuse = createRefuser(context);
  const rubrics = Object.keys(rubric);
  const special = new Set(specialCategories.map(({ key }) => key));
  for (const [at, { key, rubric: named }] of entered.prizes.entries()) {
    const path = ['projects', 'prizes', at];
    if (special.has(key)) refuse([...path, 'key'], `is that of a special category: ${key}`);
    if (named && !rubrics.includes(named))
      refuse([...path, 'rubric'], `is not one of ${rubrics.join(', ')}: ${named}`);
  }
}
