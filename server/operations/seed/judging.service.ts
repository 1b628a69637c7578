import { usualRubric } from '../../../contract/judging/judging-tracks.ts';
import { type CreatedJudge, createJudgeAccounts, listJudges } from '../../judging/judges.service.ts';
import { storeReviewPassword } from '../../judging/score-review.service.ts';
import { storeScore } from '../../judging/scores.service.ts';
import { assignTables } from '../../judging/table-admin.service.ts';
import { listTables } from '../../judging/tables.service.ts';
import type { Services } from '../../platform/services.ts';
import { createRng } from './random.ts';
import { getDemoAdminId } from './seed.queries.ts';

const names = ['Mary Ross', 'Chien Wu', 'Lotte Maier', 'Omar Haddad', 'Inés Vega', 'Kofi Boateng'];
const judgesPerTable = 2;

export const demoReviewPassword = 'owls at midnight';

/**
 * Assigns table numbers and has six invented judges score most tables, some more leniently than others. Returns their
 * accounts; none when they already exist.
 */
export async function seedJudging(services: Services, organizerAddress: string): Promise<CreatedJudge[]> {
  const { db, event } = services;
  if ((await listJudges(services)).some(({ name }) => name === names[0])) return [];
  const organizerId = await getDemoAdminId(db, organizerAddress);
  const assign = (who: 'approved' | 'checked-in') =>
    assignTables(services, { actor: { id: organizerId }, query: { who } });
  if ((await assign('checked-in')).total === 0) await assign('approved');
  const accounts = await createJudgeAccounts(
    services,
    names.map((name) => ({ name })),
  );
  await storeReviewPassword(services.db, demoReviewPassword);
  const judges = (await listJudges(services)).filter(({ name }) => names.includes(name));
  const rng = createRng(2025);
  const all = (await listTables(services)).filter(({ project }) => project || !event.projects);
  // The last tables are not scored yet.
  for (const [at, { teamNumber, teamName, track, project }] of all
    .slice(0, Math.ceil(all.length * 0.85))
    .entries()) {
    const quality = 3 + rng.int(5);
    for (let turn = 0; turn < judgesPerTable; turn += 1) {
      const j = (at + turn * (1 + (at % 3))) % judges.length;
      const judge = judges[j]!;
      const mark = () => Math.min(10, quality + (j % 3) + rng.int(3) - 1);
      const entered = project?.special ?? event.specialCategories.map(({ key }) => key);
      const isSpecial = track === usualRubric && entered.length > 0 && rng.happens(0.5);
      const special = isSpecial ? rng.pick(entered) : undefined;
      await storeScore(
        services,
        judge,
        {
          team_name: teamName,
          team_number: teamNumber,
          track,
          scores: Object.fromEntries(event.rubric[track]!.map(({ key }) => [key, mark()])),
          special_categories: special === undefined ? null : { [special]: mark() },
        },
        crypto.randomUUID(),
      );
    }
  }
  return accounts;
}
