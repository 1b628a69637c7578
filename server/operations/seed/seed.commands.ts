import { type Command, UsageError } from '../../platform/command.ts';
import { demoReviewPassword, seedJudging } from './judging.service.ts';
import { seedProjects } from './projects.service.ts';
import { selectStatusExamples } from './seed.queries.ts';
import { demoAdminEmail, seed as seedSite } from './seed.service.ts';

function parseCount(given: unknown): number {
  const count = Number(given ?? 300);
  if (!Number.isInteger(count) || count < 1 || count > 100_000)
    throw new UsageError('--applicants must be a whole number from 1 to 100000.');
  return count;
}

/** Fills a trial site with invented applicants. Refuses on a public site. */
export const seedCommand: Command = {
  usage: {
    'seed [--applicants N]':
      'Fills a trial site on this machine with invented applicants, 300 unless you say how many.',
  },
  run: async ({ options }, { open, print, note }) => {
    const count = parseCount(options.applicants);
    const services = await open();
    if (!services.config.loopback)
      throw new Error('This site is public: invented people are for trial sites on this machine.');
    note(`Inventing ${count} applicants …`);
    await seedSite(services, count);
    await seedProjects(services);
    const judges = await seedJudging(services, demoAdminEmail);
    note(`${count} applicants are there.`);
    print(`${demoAdminEmail}\torganizer`);
    for (const { status, email } of await selectStatusExamples(services.db)) print(`${email}\t${status}`);
    for (const { username, password } of judges) print(`${username}\t${password}\tjudge`);
    if (judges.length > 0) print(`results\t${demoReviewPassword}\treviewer`);
  },
};
