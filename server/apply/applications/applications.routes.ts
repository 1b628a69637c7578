import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/apply/applications.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { getMyApplication, updateTrack, uploadPitchDeck } from './applications.service.ts';
import { getAttendanceStatus, updateAttendance } from './attendance.service.ts';
import { submitApplication } from './submit.service.ts';

/** Serves the calls of people about their own application. */
export function applicationRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.submitApplication, async ({ actor, fields, files }) => ({
    success: true as const,
    data: await submitApplication(services, actor, fields, files),
  }));
  route(app, services, contract.getMyApplication, async ({ actor }) => ({
    success: true as const,
    data: await getMyApplication(services, actor),
  }));
  route(app, services, contract.updateTrack, ({ actor, body }) => updateTrack(services, actor, body.track));
  route(app, services, contract.uploadPitchDeck, ({ actor, files }) =>
    uploadPitchDeck(services, actor, files.pitchDeck),
  );
  route(app, services, contract.getAttendanceStatus, async ({ actor, params }) => ({
    attendanceConfirmed: await getAttendanceStatus(services, actor, params.userId),
  }));
  route(app, services, contract.updateAttendance, async ({ actor, body }) => ({
    attendanceConfirmed: await updateAttendance(services, actor, body.attending),
  }));
}
