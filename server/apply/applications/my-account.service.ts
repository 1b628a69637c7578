import { parseDetails } from '../../../contract/apply/application-form.ts';
import type * as contract from '../../../contract/apply/my-account.ts';
import { isRegistrationOpen } from '../../../contract/event/phases.ts';
import { limits } from '../../../contract/limits.ts';
import type { ResponseOf } from '../../../contract/platform/endpoint.ts';
import { resumePart } from '../../../contract/platform/files.ts';
import { lockUser } from '../../people-data/users.locks.ts';
import { findUser } from '../../people-data/users.queries.ts';
import { transact } from '../../platform/db/transact.ts';
import { addFile, checkDocument, deleteFiles, storeFilesAround } from '../../platform/files/files.service.ts';
import type { Call } from '../../platform/http/call.ts';
import { fail, failIf } from '../../platform/http/problem.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { notifyApplicationChange } from '../../platform/live/notify.ts';
import type { Services } from '../../platform/services.ts';
import type { SignedInUser } from '../../platform/sessions/session-holders.ts';
import { readResumeJob } from '../apply.jobs.ts';
import { lockApplicationOfUser } from './applications.locks.ts';
import * as queries from './applications.queries.ts';
import { answersRefusal, detailsRefusal, resumeRefusal, withdrawalRefusal } from './applications.rules.ts';
import { entranceId, toApplication } from './applications.views.ts';
import { requireValues } from './submit.service.ts';
import { findWithdrawnApplication } from './withdrawal.queries.ts';

/** Returns what is stored about the signed-in person, and what they can change now. */
export async function viewMyAccount(
  services: Services,
  actor: SignedInUser,
): Promise<ResponseOf<typeof contract.updateMyDetails>> {
  const { db, event } = services;
  const row = await queries.findApplicationByUser(db, actor.id, entranceId(event));
  const withdrawn = row ? undefined : await findWithdrawnApplication(db, actor.id);
  const isHacker = actor.role === 'hacker';
  const application = row && toApplication(event, actor, row);
  const data: contract.MyAccount = {
    email: actor.email ?? '',
    createdAt: (await findUser(db, actor.id))!.createdAt.toISOString(),
    application: application ?? null,
    ...(services.now().getTime() - actor.signedInAt.getTime() > limits.freshSignIn && { isStale: true }),
    withdrawn: withdrawn
      ? {
          at: withdrawn.at.toISOString(),
          canRestore: isHacker && isRegistrationOpen(event.registration, services.now().getTime()),
        }
      : null,
    can: {
      updateDetails: !!row && isHacker && !detailsRefusal(row.status, row.checkedInAt !== null),
      updateResume: !!row && isHacker && !resumeRefusal(row.status),
      withdraw: !!row && isHacker && !withdrawalRefusal(row.status, row.admitted),
    },
  };
  return { success: true, data };
}

/**
 * Changes the caller's T-shirt size and dietary restrictions, and until the review also major and motivation. Throws
 * `not_found`, `details_fixed`, and the form's errors.
 */
export async function updateMyDetails(
  services: Services,
  { actor, body: sent }: Call<typeof contract.updateMyDetails>,
): Promise<ResponseOf<typeof contract.updateMyDetails>> {
  const details = requireValues(parseDetails(sent, services.event));
  await transact(services.db, async (trx) => {
    const application = (await lockApplicationOfUser(trx, actor.id)) ?? fail('not_found');
    const atEntrance = await queries.isCheckedIn(trx, actor.id, entranceId(services.event));
    failIf(detailsRefusal(application.status, atEntrance));
    const changesAnswers = details.major !== undefined || details.whyJoin !== undefined;
    failIf(changesAnswers ? answersRefusal(application.status) : undefined);
    await queries.updateApplicationDetails(trx, application.id, details);
    await notifyApplicationChange(trx, actor.id);
  });
  return viewMyAccount(services, actor);
}

/**
 * Replaces the resume of the caller's application while it is pending. Throws `apply_resume_missing`, `resume_not_pdf`,
 * `not_found`, `resume_fixed`, and `resume_failed` for an error on our side.
 */
export async function updateMyResume(
  services: Services,
  { actor, files: { resume: received } }: Call<typeof contract.updateMyResume>,
): Promise<ResponseOf<typeof contract.updateMyResume>> {
  if (!received) fail('apply_resume_missing');
  const resume = await checkDocument(services, { owner_id: actor.id, kind: 'resume' }, received, resumePart);
  await storeFilesAround(services, [resume], () =>
    transact(services.db, async (trx) => {
      await lockUser(trx, actor.id);
      const application = (await lockApplicationOfUser(trx, actor.id)) ?? fail('not_found');
      failIf(resumeRefusal(application.status));
      await queries.updateApplicationResume(trx, application.id, await addFile(trx, resume));
      if (application.resumeId) await deleteFiles(trx, [application.resumeId]);
      await addJob(trx, readResumeJob, { userId: actor.id });
      await notifyApplicationChange(trx, actor.id);
    }),
  );
  return viewMyAccount(services, actor);
}
