import * as applications from './applications.ts';
import * as applicationsAdmin from './applications-admin.ts';
import * as auth from './auth.ts';
import * as badges from './badges.ts';
import * as checkIn from './check-in.ts';
import * as checkInOverview from './check-in-overview.ts';
import type { Endpoint } from './endpoint.ts';
import * as judging from './judging.ts';
import * as judgingAdmin from './judging-admin.ts';
import * as live from './live.ts';
import * as search from './search.ts';
import * as site from './site.ts';
import * as teams from './teams.ts';
import * as users from './users.ts';
import * as volunteers from './volunteers.ts';
import * as wallet from './wallet.ts';

function listEndpoints(module: Record<string, unknown>): Endpoint[] {
  return Object.values(module).filter(
    (value): value is Endpoint =>
      typeof value === 'object' &&
      value !== null &&
      'method' in value &&
      'path' in value &&
      'access' in value,
  );
}

/** Every call of the contract, for the documentation and for tests. */
export const endpoints: readonly Endpoint[] = [
  auth,
  users,
  applications,
  applicationsAdmin,
  checkIn,
  badges,
  checkInOverview,
  teams,
  judging,
  judgingAdmin,
  search,
  volunteers,
  wallet,
  live,
  site,
].flatMap(listEndpoints);
