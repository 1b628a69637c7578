import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/applications.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { changeTrack, ownApplication, uploadPitchDeck } from './applications.service.ts';
import { answerAttendance, attendanceOf } from './attendance.service.ts';
import { submitApplication } from './submit.service.ts';

/** The calls of hackers about their own application. */
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
}
