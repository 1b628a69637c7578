import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/people/my-account.ts';
import {
  getMyAccount,
  updateMyDetails,
  updateMyResume,
} from '../../apply/applications/my-account.service.ts';
import { sendMyGuardianEmail, updateMyAnswers } from '../../apply/applications/my-answers.service.ts';
import { restoreApplication, withdrawApplication } from '../../apply/applications/withdrawal.service.ts';
import { sendDownload } from '../../platform/http/download.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { clearSessionCookie } from '../../platform/sessions/session-cookies.ts';
import type { SignedInUser } from '../../platform/sessions/sessions.service.ts';
import { deleteMyAccount } from './delete-account.service.ts';
import { exportPersonalData } from './personal-data.service.ts';

/** Serves what people see and change of their own data. */
export function myAccountRoutes(app: FastifyInstance, services: Services): void {
  const answer = async (actor: SignedInUser) => ({
    success: true as const,
    data: await getMyAccount(services, actor),
  });
  route(app, services, contract.getMyAccount, async ({ actor }) => ({
    success: true as const,
    data: await getMyAccount(services, actor),
  }));
  route(app, services, contract.updateMyDetails, async ({ actor, body }) => {
    await updateMyDetails(services, actor, body);
    return answer(actor);
  });
  route(app, services, contract.updateMyAnswers, ({ actor, body }) =>
    updateMyAnswers(services, actor.id, body),
  );
  route(app, services, contract.sendMyGuardianEmail, ({ actor, body }) =>
    sendMyGuardianEmail(services, actor.id, body.email),
  );
  route(app, services, contract.updateMyResume, async ({ actor, files }) => {
    await updateMyResume(services, actor, files.resume);
    return answer(actor);
  });
  route(app, services, contract.withdrawApplication, async ({ actor }) => {
    await withdrawApplication(services, actor);
    return answer(actor);
  });
  route(app, services, contract.restoreApplication, async ({ actor }) => {
    await restoreApplication(services, actor);
    return answer(actor);
  });

  route(app, services, contract.exportPersonalData, async ({ actor, reply }) =>
    sendDownload(reply, 'about-me.zip', await exportPersonalData(services, actor.id)),
  );

  route(app, services, contract.deleteMyAccount, async ({ actor, reply }) => {
    await deleteMyAccount(services, actor);
    clearSessionCookie(services.config, 'user', reply);
  });
}
