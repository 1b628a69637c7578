import { loadConfig } from '../platform/config.ts';
import { upsertSetting } from '../platform/db/settings.ts';
import { createApplicant } from './applicants.ts';
import { type MatrixCase, withOwnApplication } from './authz-requests.ts';
import { scoreBody, signInJudge } from './judges.ts';
import { appleChain, googleAccount, hasOpenssl } from './wallet-keys.ts';
import { idOf, type MatrixWorld } from './world.ts';

const approveHacker = ({ cast, site }: MatrixWorld) => createApplicant(site, cast.hacker);
const at = new Date().toISOString();

const checkIn: Record<string, MatrixCase> = {
  searchParticipants: { query: { term: 'a', status: 'approved' } },
  getAttendanceStatus: { prepare: approveHacker },
  checkInParticipant: {
    prepare: approveHacker,
    request: ({ cast }) => ({ body: { userId: cast.hacker.id } }),
  },
  renewPass: { prepare: approveHacker, request: ({ cast }) => ({ params: { id: cast.hacker.id } }) },
  getPassHolder: { request: ({ approved }) => ({ body: { userId: approved.id } }) },
  recordCheckIn: {
    request: ({ approved: { id: userId } }) => ({
      params: { key: crypto.randomUUID() },
      body: { userId, checkpoint: 'entrance', at },
    }),
  },
  undoOwnCheckIn: {
    request: ({ approved: { id: userId } }) => ({
      params: { key: crypto.randomUUID() },
      body: { userId, checkpoint: 'entrance', at, after: 5 },
    }),
  },
  recordRefusedScans: {
    request: () => ({ body: { attempts: [{ key: crypto.randomUUID(), reason: 'invalid_pass', at }] } }),
  },
  reportStation: { body: { waiting: 0, troubled: 0 } },
  resolveProblem: {
    prepareRequest: async ({ approved, site }) => ({
      params: await site.services.db
        .insertInto('check_in_attempts')
        .values({ user_id: approved.id, checkpoint: 'entrance', reason: 'problem_other' })
        .returning('id')
        .executeTakeFirstOrThrow(),
    }),
  },
  resolveConflict: {
    prepareRequest: async ({ approved, cast, site }) => ({
      params: await site.services.db
        .insertInto('check_ins')
        .values({
          ...{ user_id: approved.id, checkpoint: 'entrance', key: crypto.randomUUID() },
          ...{ state: 'conflict', pass_verified: true, checked_in_by: cast.admin.id },
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
      body: { keep: 'first', reason: 'Seen twice' },
    }),
  },
  undoCheckIn: {
    prepareRequest: async ({ approved, cast }) => ({
      params: { id: await idOf(cast.admin.call('POST', '/applications/check-in', { userId: approved.id })) },
      body: { reason: 'Wrong person' },
    }),
  },
  searchVolunteerCandidates: { query: { term: 'nobody-of-this-name' } },
  checkSettings: { params: { section: 'schedule' }, body: { values: {} } },
  saveSettings: {
    params: { section: 'check-in' },
    request: ({ site: { services } }) => ({
      body: { version: 0, values: { checkpoints: services.event.checkpoints } },
    }),
  },
  listEarlierSettings: { params: { section: 'schedule' } },
  getEventVersion: { params: { version: '1' } },
  restoreEvent: { params: { version: '1' }, body: { newest: 1 } },
  addVolunteer: { body: { email: 'vera@example.org' } },
  getShiftCode: {
    request: ({ site }) => ({
      query: {
        express: 'true',
        until: new Date(site.services.now().getTime() + 3_600_000).toISOString(),
      },
    }),
  },
  startShift: { body: { code: 'entrance.1.mgk0jfgg.mgk0jfgg', name: 'Vera Rubin' } },
  removeVolunteer: { request: ({ cast }) => ({ params: { id: cast.volunteer.id } }) },
};

const withWalkIns: MatrixCase = {
  prepare: ({ site }) => Object.assign(site.services.event, { walkIns: true }),
};
const createPerson = () => ({
  name: 'Wanda Walk',
  email: `${crypto.randomUUID()}@example.org`,
  tShirtSize: 'M',
  dietaryRestrictions: 'vegan',
  agreements: { conduct: '1' },
});
const walkIns: Record<string, MatrixCase> = {
  listWalkIns: withWalkIns,
  submitWalkIn: {
    prepare: async ({ site }) => {
      Object.assign(site.services.event, { walkIns: true });
      await upsertSetting(site.services.db, 'walk-in registration', { opened: true });
    },
    request: () => ({ body: createPerson() }),
  },
  getWalkInRegistration: withWalkIns,
  updateWalkInRegistration: { ...withWalkIns, body: { opened: true } },
  removeWalkIn: withWalkIns,
  removeWalkIns: withWalkIns,
  checkInWalkIn: { ...withWalkIns, request: () => ({ body: { person: createPerson() } }) },
};

const withHelp = ({ site }: MatrixWorld) =>
  Object.assign(site.services.event, { help: { topics: ['Software'] } });
/** A request of the hacker, which waits. */
const withRequest = async (world: MatrixWorld) => {
  withHelp(world);
  const { cast, site } = world;
  const id = crypto.randomUUID();
  await site.services.db
    .insertInto('help_requests')
    .values({
      id,
      user_id: cast.hacker.id,
      topic: 'Software',
      text: 'It hangs',
      location: '',
      created_at: at,
    })
    .execute();
  return { params: { id } };
};
const help: Record<string, MatrixCase> = {
  getMyHelp: { prepare: withHelp },
  askForHelp: {
    prepare: withHelp,
    own: withOwnApplication('approved'),
    request: () => ({
      params: { id: crypto.randomUUID() },
      body: { topic: 'Software', text: 'It hangs', location: '' },
    }),
  },
  updateHelpRequest: { prepareRequest: withRequest, body: { state: 'cancelled' } },
  getHelpQueue: { prepare: withHelp },
  updateMyMentoring: { prepare: withHelp, body: { topics: [], onDuty: true } },
};

/** Nobody has or has reserved the only thing. */
const withLending = async ({ site: { services } }: MatrixWorld) => {
  Object.assign(services.event, { lending: { hours: 4, things: ['1 Headset'] } });
  await services.db.deleteFrom('loan_scans').execute();
  await services.db.deleteFrom('thing_reservations').execute();
};
const params = { number: '1' };
const lending: Record<string, MatrixCase> = {
  listThings: { prepare: withLending },
  reserveThing: { prepare: withLending, own: withOwnApplication('approved'), params },
  cancelReservation: { prepare: withLending, params },
  listLoans: { prepare: withLending },
  recordLoan: {
    prepare: withLending,
    request: ({ approved }) => ({
      params: { id: crypto.randomUUID() },
      body: { number: '1', userId: approved.id },
    }),
  },
  listThingLabels: { prepare: withLending },
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
  prepare: (world) => {
    const { config } = world.site.services;
    settings ??= walletSettings(config.dataDir);
    Object.assign(config, { apple: settings.apple, google: settings.google });
    return approveHacker(world);
  },
};

const passes: Record<string, MatrixCase> = {
  getAppleWalletPass: { ...ownPass, impossible: !hasOpenssl },
  getGoogleWalletLink: ownPass,
  listBadges: { request: ({ applicationId }) => ({ body: { ids: [applicationId] } }) },
};

/** A judge who is not of the matrix. */
const anotherJudge: MatrixCase = {
  prepareRequest: async ({ site }) => {
    const { id } = await signInJudge(site);
    const judge = site.services.db.selectFrom('judges').where('id', '=', id).select('username');
    return { params: await judge.executeTakeFirstOrThrow() };
  },
};

const createName = () => `Marie ${crypto.randomUUID().slice(0, 8)}`;

const judging: Record<string, MatrixCase> = {
  logInJudge: { body: { username: 'nobody', password: 'a wrong password' } },
  updateScoreReviewPassword: { body: { password: 'a new password' } },
  unlockScoreReview: { body: { password: 'a wrong password' } },
  submitScore: { body: scoreBody() },
  getNextTable: { query: { track: 'hacker' } },
  skipTable: { body: { track: 'hacker', teamNumber: 1, reason: 'absent' } },
  pauseJudging: { body: { paused: true } },
  createJudges: { body: { count: 1 } },
  importJudges: { request: () => ({ body: { list: createName() } }) },
  resetJudgePassword: anotherJudge,
  voidScore: {
    prepareRequest: async ({ site }) => ({
      params: { id: await idOf((await signInJudge(site)).call('POST', '/scores', scoreBody())) },
      body: { reason: 'Mistyped' },
    }),
  },
  withdrawScore: {
    prepareRequest: async ({ cast }) => {
      await cast.admin.call('PUT', '/judging/pause', { paused: false });
      return { params: { id: await idOf(cast.judge.call('POST', '/scores', scoreBody())) } };
    },
  },
  reportWaitingScores: { body: { waiting: 2 } },
  retireTables: { body: { numbers: [1], retired: true } },
  moveTable: {
    prepare: async ({ site: { services } }) => {
      await services.db.deleteFrom('demo_tables').execute();
      await services.db
        .insertInto('demo_tables')
        .values({ number: 1, name: 'Ark', track: 'hacker' })
        .execute();
    },
    body: { from: 1, to: 2 },
  },
  updateJudge: {
    prepareRequest: async (world) => ({
      ...(await anotherJudge.prepareRequest!(world)),
      body: { name: createName() },
    }),
  },
  emailJudges: { body: { usernames: ['nobody'], subject: 'Tomorrow', text: 'At nine.' } },
  enterPaperScore: {
    prepareRequest: async (world) => ({
      ...(await anotherJudge.prepareRequest!(world)),
      body: scoreBody(),
    }),
  },
  moveScores: {
    prepareRequest: async ({ site, cast }) => {
      await cast.admin.call('PUT', '/judging/pause', { paused: false });
      return {
        body: {
          moves: [{ id: await idOf((await signInJudge(site)).call('POST', '/scores', scoreBody())), to: 13 }],
        },
      };
    },
  },
  removeJudge: anotherJudge,
  liftConflict: {
    prepareRequest: async (world) => {
      const { params } = await anotherJudge.prepareRequest!(world);
      return { params: { ...params, teamNumber: '1' } };
    },
  },
};

/** The cases of check-in, passes and judging, by the name of the call. */
export const eventDayCases: Record<string, MatrixCase> = {
  ...checkIn,
  ...walkIns,
  ...help,
  ...lending,
  ...passes,
  ...judging,
};
