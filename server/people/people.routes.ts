import type { FastifyInstance } from 'fastify';
import * as account from '../../contract/people/account.ts';
import * as shifts from '../../contract/people/shifts.ts';
import * as staff from '../../contract/people/staff.ts';
import * as users from '../../contract/people/users.ts';
import * as volunteers from '../../contract/people/volunteers.ts';
import { serve } from '../platform/http/route.ts';
import type { Services } from '../platform/services.ts';
import * as accountService from './account/account.service.ts';
import * as deletionService from './account/delete-account.service.ts';
import * as mergeService from './account/merge-accounts.service.ts';
import * as personalDataService from './account/personal-data.service.ts';
import * as removalService from './account/removal.service.ts';
import * as staffService from './staff/staff.service.ts';
import * as shiftService from './users/shifts.service.ts';
import * as userService from './users/users.service.ts';
import * as volunteerService from './users/volunteers.service.ts';

/** Serves people's own accounts and data, volunteers and their shifts, and the people who run the event. */
export function peopleRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, users, userService);
  serve(app, services, account, {
    ...accountService,
    ...personalDataService,
    ...deletionService,
    ...mergeService,
    ...removalService,
  });
  serve(app, services, volunteers, volunteerService);
  serve(app, services, shifts, shiftService);
  serve(app, services, staff, staffService);
}
