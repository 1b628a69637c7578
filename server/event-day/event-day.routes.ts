import type { FastifyInstance } from 'fastify';
import * as announcements from '../../contract/event-day/announcements.ts';
import * as badges from '../../contract/event-day/badges.ts';
import * as checkIn from '../../contract/event-day/check-in.ts';
import * as checkInOverview from '../../contract/event-day/check-in-overview.ts';
import * as help from '../../contract/event-day/help.ts';
import * as lending from '../../contract/event-day/lending.ts';
import * as walkIns from '../../contract/event-day/walk-ins.ts';
import * as wallet from '../../contract/event-day/wallet.ts';
import { serve } from '../platform/http/route.ts';
import type { Services } from '../platform/services.ts';
import * as announcementService from './announcements/announcements.service.ts';
import * as unsubscribeService from './announcements/unsubscribe.service.ts';
import * as badgeService from './badges/badges.service.ts';
import * as checkInService from './check-in/check-in.service.ts';
import * as conflictService from './check-in/conflicts.service.ts';
import * as participantService from './check-in/participants.service.ts';
import * as refusedScanService from './check-in/refused-scans.service.ts';
import * as rosterService from './check-in/roster.service.ts';
import * as stationService from './check-in/stations.service.ts';
import * as helpService from './help/help.service.ts';
import * as lendingService from './lending/lending.service.ts';
import * as walkInService from './walk-ins/walk-ins.service.ts';
import * as walletService from './wallet/wallet.service.ts';

/** Serves the days of the event: check-in, walk-ins, passes and badges, announcements, help and lending. */
export function eventDayRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, checkIn, { ...checkInService, ...participantService, ...rosterService });
  serve(app, services, checkInOverview, { ...conflictService, ...refusedScanService, ...stationService });
  serve(app, services, walkIns, walkInService);
  serve(app, services, wallet, walletService);
  serve(app, services, badges, badgeService);
  serve(app, services, announcements, { ...announcementService, ...unsubscribeService });
  serve(app, services, help, helpService);
  serve(app, services, lending, lendingService);
}
