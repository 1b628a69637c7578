import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/applications.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { changeTrack, ownApplication, uploadPitchDeck } from './applications.service.ts';
import { answerAttendance, attendanceOf } from './attendance.service.ts';
import {
  changeStatus,
  changeStatuses,
  countApplications,
  listApplications,
  readApplication,
  readHistory,
  readStatistics,
} from './review.service.ts';
import { submitApplication } from './submit.service.ts';

/** The calls about applications: of hackers on their own, of organisers on all. */
export function applicationRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.submitApplication, async ({ actor, fields, files }) => ({
    success: true as const,
    data: await submitApplication(services, actor, fields, files),
  }));
  route(app, services, contract.myApplication, async ({ actor }) => ({
    success: true as const,
    data: await ownApplication(services, actor),
  }));
  route(app, services, contract.changeTrack, async ({ actor, body }) => {
    await changeTrack(services, actor, body.track);
    return { success: true as const };
  });
  route(app, services, contract.uploadPitchDeck, async ({ actor, files }) => {
    await uploadPitchDeck(services, actor, files.pitchDeck);
    return { success: true as const };
  });
  route(app, services, contract.attendanceStatus, async ({ actor, params }) => ({
    attendanceConfirmed: await attendanceOf(services, actor, params.userId),
  }));
  route(app, services, contract.answerAttendance, async ({ actor, body }) => {
    await answerAttendance(services, actor, body.attending);
    return { attendanceConfirmed: body.attending };
  });

  route(app, services, contract.listApplications, async ({ actor, query, reply }) => {
    const { page, total } = await listApplications(services, actor, query);
    reply.header('x-total-count', total);
    return page;
  });
  route(app, services, contract.applicationCounts, () => countApplications(services));
  route(app, services, contract.readApplication, ({ actor, params }) =>
    readApplication(services, actor, params.id),
  );
  route(app, services, contract.applicationHistory, ({ actor, params }) =>
    readHistory(services, actor, params.id),
  );
  route(app, services, contract.applicationStatistics, () => readStatistics(services));
  route(app, services, contract.changeStatus, ({ actor, params, body }) =>
    changeStatus(services, actor, params.id, body.status),
  );
  route(app, services, contract.changeStatuses, ({ actor, body }) =>
    changeStatuses(services, actor, body.ids, body.status),
  );
}
