import { loadConfig } from '../config.ts';
import type { TestApp } from './app.ts';
import { createApplicant } from './applicants.ts';
import type { MatrixCase } from './authz-requests.ts';
import { scoreBody, signInJudge } from './judges.ts';
import { appleChain, googleAccount, hasOpenssl } from './wallet-keys.ts';
import type { MatrixWorld } from './world.ts';

const approveHacker = ({ cast }: MatrixWorld, site: TestApp) => createApplicant(site, cast.hacker);

async function findCheckInOf({ approved }: MatrixWorld, { services }: TestApp): Promise<string> {
  const rows = services.db.selectFrom('check_ins').where('user_id', '=', approved.id).select('id');
  return (await rows.executeTakeFirstOrThrow()).id;
}

const checkIn: Record<string, MatrixCase> = {
  searchParticipants: { request: { query: { term: 'a', status: 'approved' } } },
  getAttendanceStatus: {
    prepare: approveHacker,
    request: ({ cast }) => ({ params: { userId: cast.hacker.id } }),
  },
  checkInParticipant: {
    prepare: approveHacker,
    request: ({ cast }) => ({ body: { userId: cast.hacker.id } }),
  },
  renewPass: { prepare: approveHacker, request: ({ cast }) => ({ params: { id: cast.hacker.id } }) },
  getPassHolder: { request: ({ approved }) => ({ body: { userId: approved.id } }) },
  syncCheckIns: {
    request: ({ approved }) => ({
      body: {
        checkIns: [
          {
            key: crypto.randomUUID(),
            userId: approved.id,
            checkpoint: 'entrance',
            at: new Date().toISOString(),
          },
        ],
      },
    }),
  },
  recordRefusedScans: {
    request: () => ({
      body: {
        attempts: [{ key: crypto.randomUUID(), reason: 'invalid_pass', at: new Date().toISOString() }],
      },
    }),
  },
  reportStation: {
    request: () => ({ params: { id: crypto.randomUUID() }, body: { waiting: 0, troubled: 0 } }),
  },
  resolveConflict: {
    prepare: ({ approved, cast }, { services }) =>
      services.db
        .insertInto('check_ins')
        .values({
          user_id: approved.id,
          checkpoint: 'entrance',
          key: crypto.randomUUID(),
          state: 'conflict',
          pass_verified: true,
          checked_in_by: cast.admin.id,
        })
        .execute(),
    request: async (world, site) => ({
      params: { id: await findCheckInOf(world, site) },
      body: { keep: 'first', reason: 'Seen twice' },
    }),
  },
  undoCheckIn: {
    prepare: ({ approved, cast }) =>
      cast.admin.call('POST', '/applications/check-in', { userId: approved.id }),
    request: async (world, site) => ({
      params: { id: await findCheckInOf(world, site) },
      body: { reason: 'Wrong person' },
    }),
  },
  searchVolunteerCandidates: { request: { query: { term: 'nobody-of-this-name' } } },
  addVolunteer: { request: { body: { email: 'vera@example.org' } } },
  removeVolunteer: { request: ({ cast }) => ({ params: { id: cast.volunteer.id } }) },
};

const atEventWithWalkIns: MatrixCase = {
  prepare: async (_world, { services }) => Object.assign(services.event, { walkIns: true }),
  request: () => ({ params: { id: crypto.randomUUID() } }),
};
const walkInPerson = () => ({
  name: 'Wanda Walk',
  email: `${crypto.randomUUID()}@example.org`,
  tShirtSize: 'M',
  dietaryRestrictions: 'vegan',
});
const walkIns: Record<string, MatrixCase> = {
  listWalkIns: { prepare: atEventWithWalkIns.prepare },
  submitWalkIn: {
    ...atEventWithWalkIns,
    request: () => ({ params: { id: crypto.randomUUID() }, body: walkInPerson() }),
  },
  admitWalkIn: {
    ...atEventWithWalkIns,
    request: () => ({ params: { id: crypto.randomUUID() }, body: { person: walkInPerson() } }),
  },
  removeWalkIn: atEventWithWalkIns,
};

/** The settings of both wallets, as an organizer would make them. */
function walletSettings(dataDir: string) {
  const chain = hasOpenssl ? appleChain() : undefined;
  try {
    return loadConfig({
      DATA_DIR: dataDir,
      ...chain?.environment,
      GOOGLE_WALLET_ISSUER_ID: '3388',
      GOOGLE_WALLET_SERVICE_ACCOUNT: googleAccount().json,
    });
  } finally {
    chain?.remove();
  }
}
let settings: ReturnType<typeof walletSettings> | undefined;

/** The hacker's own pass, on a site that makes passes for this wallet. */
const ownPass: MatrixCase = {
  prepare: ({ cast }, site) => {
    settings ??= walletSettings(site.services.config.dataDir);
    Object.assign(site.services.config, { apple: settings.apple, google: settings.google });
    return createApplicant(site, cast.hacker);
  },
  request: ({ cast }) => ({ params: { userId: cast.hacker.id } }),
};

const passes: Record<string, MatrixCase> = {
  getAppleWalletPass: { ...ownPass, impossible: !hasOpenssl },
  getGoogleWalletLink: ownPass,
  listBadges: { request: ({ applicationId }) => ({ body: { ids: [applicationId] } }) },
};

const withLastJudge = (body?: object): MatrixCase => ({
  prepare: (_world, site) => signInJudge(site),
  request: async (_world, { services }) => {
    const active = services.db.selectFrom('judges').where('removed_at', 'is', null);
    const newest = active.select('username').orderBy('position', 'desc').limit(1);
    const { username } = await newest.executeTakeFirstOrThrow();
    return { params: { username }, ...(body && { body }) };
  },
});
const aboutLastJudge = withLastJudge();

const judging: Record<string, MatrixCase> = {
  logInJudge: { request: { body: { username: 'nobody', password: 'a wrong password' } } },
  unlockScoreReview: { request: { body: { password: 'a wrong password' } } },
  submitScore: { request: { body: scoreBody() } },
  getNextTable: { request: { query: { track: 'hacker' } } },
  skipTable: { request: { body: { track: 'hacker', teamNumber: 1, reason: 'absent' } } },
  pauseJudging: { request: { body: { paused: true } } },
  createJudges: { request: { body: { count: 1 } } },
  importJudges: { request: { body: { list: 'Marie Curie' } } },
  resetJudgePassword: aboutLastJudge,
  voidScore: {
    prepare: async (_world, site) => (await signInJudge(site)).call('POST', '/scores', scoreBody()),
    request: async (_world, { services }) => {
      const newest = services.db.selectFrom('scores').select('id').orderBy('id', 'desc').limit(1);
      const { id } = await newest.executeTakeFirstOrThrow();
      return { params: { id: String(id) }, body: { reason: 'Mistyped' } };
    },
  },
  retireTables: { request: { body: { numbers: [1], retired: true } } },
  moveTable: {
    prepare: async (_world, { services }) => {
      await services.db.deleteFrom('demo_tables').execute();
      await services.db
        .insertInto('demo_tables')
        .values({ number: 1, name: 'Ark', track: 'hacker' })
        .execute();
    },
    request: { body: { from: 1, to: 2 } },
  },
  renameJudge: withLastJudge({ name: 'Ruth' }),
  removeJudge: aboutLastJudge,
};

/** The cases of check-in, passes and judging, by the name of the call. */
export const eventDayCases: Record<string, MatrixCase> = { ...checkIn, ...walkIns, ...passes, ...judging };
