import { silentModels } from '../../apply/search/models/models.doctor.ts';
import { checkWallets } from '../../event-day/wallet/wallet.doctor.ts';
import { countUnconfirmed } from '../../people-data/users.queries.ts';
import type { Command } from '../../platform/command.ts';
import { canChangeSchema, oneRoleWarning } from '../../platform/db/schema.ts';
import { findStuckJobs } from '../../platform/jobs/jobs.doctor.ts';
import { checkMailServer } from '../../platform/mail/mail.doctor.ts';
import { listFailedMails } from '../../platform/mail/mail.service.ts';
import { describePush } from '../../platform/push/push.doctor.ts';
import { describeRetention } from '../retention/retention.service.ts';
import { listBrokenInvariants, listFileProblems } from './doctor.service.ts';

/** Checks the database, every stored file, the job queue and the configured services; prints a line for each problem, and exits with 1 then. */
export const doctorCommand: Command = {
  usage: {
    doctor:
      'Checks the data, stored files, mail, bucket, models and wallets; exits with 1 when something is wrong.',
  },
  run: async (_given, { open, print, note }) => {
    const services = await open();
    const wallets = checkWallets(services.config, services.now());
    const jobs = await findStuckJobs(services.db);
    const problems = [
      ...(await listBrokenInvariants(services)),
      ...(await listFileProblems(services)),
      ...jobs.problems,
      ...(await checkMailServer(services.config)),
      ...wallets.wrong,
      ...(await silentModels(services)),
    ];
    for (const line of problems) print(line);
    for (const line of [...jobs.notes, ...wallets.notes]) note(line);
    if (await canChangeSchema(services.db)) note(oneRoleWarning);
    for (const line of await describePush(services)) note(line);
    for (const line of await describeRetention(services)) note(line);
    if (!services.config.smtpUrl) note('SMTP_URL is not set: mails are written to the folder outbox.');
    const unconfirmed = await countUnconfirmed(services.db);
    if (unconfirmed > 0)
      note(
        `Accounts without a confirmed address, which get no email until their next sign-in: ${unconfirmed}.`,
      );
    const failed = await listFailedMails(services.db);
    for (const { id, failure } of failed) note(`Mail ${id} was given up: ${failure}.`);
    if (failed.length > 0) note('List them: npm run cli -- mail failed');
    note(problems.length === 0 ? 'No problems found.' : `Problems found: ${problems.length}.`);
    return problems.length === 0 ? 0 : 1;
  },
};
