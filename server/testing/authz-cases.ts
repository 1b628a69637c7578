import type { LightMyRequestResponse } from 'fastify';
import type { TestActor } from './actors.ts';
import type { TestApp } from './app.ts';
import { createApplicant } from './applicants.ts';
import { afterEventCases } from './authz-cases-after-event.ts';
import { eventDayCases } from './authz-cases-event-day.ts';
import { pictureCases } from './authz-picture-cases.ts';
import { questionCases } from './authz-question-cases.ts';
import { type MatrixCase, withOwnApplication } from './authz-requests.ts';
import { findCardId, invite, signUpWithCard } from './directory.ts';
import { sendDeck, sendResume, submitForm } from './forms.ts';
import { createGeneratedPdf, createPdf } from './pdf.ts';
import { acceptLateProjects } from './projects.ts';
import { idOf, type MatrixWorld } from './world.ts';

const accounts: Record<string, MatrixCase> = {
  finishSignIn: { request: { query: { code: 'x', state: 'forged' } } },
  startEmailSignIn: { request: { body: { email: 'new@example.org' } } },
  verifyEmailSignIn: { request: { body: { email: 'nobody@example.org', code: '000000' } } },
  redeemSignInLink: { request: { body: { token: 'x'.repeat(43) } } },
  updateMyName: { request: { body: { name: 'New Name' } } },
  updateTeamPreference: { request: { body: { teamPreference: 'solo' } } },
  deleteMyAccount: {
    prepare: ({ cast }, { services }) =>
      services.db
        .updateTable('users')
        .set({ role: 'hacker' })
        .where('role', '=', 'admin')
        .where('id', '!=', cast.admin.id)
        .execute(),
  },
};

const teams: Record<string, MatrixCase> = {
  getTeam: { request: ({ team }) => ({ params: { id: team.id } }) },
  searchTeams: { request: { query: { query: 'owl' } } },
  createTeam: { request: { body: { name: 'Second', maxMembers: 4 } } },
  getInvitation: { request: ({ team }) => ({ body: { inviteCode: team.code } }) },
  joinTeam: { request: ({ team }) => ({ body: { inviteCode: team.code } }), joins: true },
  leaveTeam: { request: ({ team }) => ({ params: { id: team.id } }) },
  removeMember: { request: ({ team, cast }) => ({ params: { id: team.id, memberId: cast.member.id } }) },
  createJoinRequest: { request: ({ strangers }) => ({ body: { teamId: strangers.id } }) },
  decideJoinRequest: {
    request: ({ requestId }) => ({ params: { id: requestId }, body: { action: 'approve' } }),
  },
  cancelJoinRequest: { request: ({ requestId }) => ({ params: { id: requestId } }) },
};

const teamDirectory: Record<string, MatrixCase> = {
  updateTeamNeed: { request: ({ team }) => ({ params: { id: team.id }, body: { need: 'a designer' } }) },
  updateMyTeamCard: {
    request: { body: { skills: 'Rust', about: 'I like maps.' } },
    own: withOwnApplication('approved'),
  },
  listTeamCards: { own: withOwnApplication('approved') },
  createInvite: {
    own: async (as, world, site) => {
      await withOwnApplication('approved')(as, world, site);
      await signUpWithCard(site);
    },
    request: async (_world, { services }) => {
      const { id } = await services.db
        .selectFrom('team_cards')
        .select('id')
        .orderBy('updated_at', 'desc')
        .executeTakeFirstOrThrow();
      return { body: { cardId: id } };
    },
  },
  decideInvite: {
    prepare: async ({ cast: { hacker, leader } }, site) => {
      for (const who of [hacker, leader]) await createApplicant(site, who);
      await hacker.call('PUT', '/teams/card', { skills: 'Rust', about: '' });
      await invite(leader, hacker, await findCardId(site, hacker));
    },
    request: async (_world, { services }) => {
      const { id } = await services.db
        .selectFrom('team_invites')
        .select('id')
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow();
      return { params: { id }, body: { action: 'accept' } };
    },
  },
};

const aboutApplication: MatrixCase = { request: ({ applicationId }) => ({ params: { id: applicationId } }) };
const applications: Record<string, MatrixCase> = {
  submitApplication: { send: (as) => submitForm(as) },
  getApplication: aboutApplication,
  getApplicationHistory: aboutApplication,
  updateApplicationStatus: {
    request: ({ applicationId }) => ({ params: { id: applicationId }, body: { status: 'approved' } }),
  },
  updateApplicationStatuses: {
    request: ({ applicationId }) => ({ body: { ids: [applicationId], status: 'approved' } }),
  },
  listApplicationDetails: { request: ({ applicationId }) => ({ body: { ids: [applicationId] } }) },
  listReviews: aboutApplication,
  saveReview: {
    request: ({ applicationId }) => ({ params: { id: applicationId }, body: { rating: 4, note: 'Clear.' } }),
  },
  claimApplications: { request: { body: {} } },
  updateBlindReview: { request: { body: { blind: false } } },
  undoDecision: {
    prepare: ({ cast, applicationId }) =>
      cast.admin.call('PUT', `/applications/${applicationId}`, { status: 'approved', undoable: true }),
    request: ({ applicationId }) => ({ params: { id: applicationId }, body: { status: 'approved' } }),
  },
  uploadPitchDeck: { send: (as) => sendDeck(as), own: withOwnApplication('pending') },
  updateTrack: { request: { body: { track: 'Clozyt Track' } }, own: withOwnApplication('pending') },
  updateMyDetails: {
    request: { body: { tShirtSize: 'L', dietaryRestrictions: 'vegan' } },
    own: withOwnApplication('pending'),
  },
  updateMyResume: { send: (as) => sendResume(as), own: withOwnApplication('pending') },
  withdrawApplication: { own: withOwnApplication('pending') },
  restoreApplication: {
    own: async (as, world, site) => {
      await withOwnApplication('pending')(as, world, site);
      await as.call('POST', '/applications/withdraw');
    },
  },
  updateAttendance: { request: { body: { attending: true } }, own: withOwnApplication('approved') },
  'getFile of a resume': fileOfHacker('resume'),
  'getFile of a pitch deck': fileOfHacker('pitchDeck'),
};

/** A file of the hacker's own application. */
function fileOfHacker(kind: 'resume' | 'pitchDeck'): MatrixCase {
  return {
    prepare: ({ cast }) =>
      submitForm(
        cast.hacker,
        { track: 'Startup Track' },
        { resume: createGeneratedPdf('pdf-min'), pitchDeck: createPdf() },
      ),
    request: async ({ cast }, { services }) => {
      const { id } = await services.db
        .selectFrom('files')
        .where('owner_id', '=', cast.hacker.id)
        .where('kind', '=', kind)
        .select('id')
        .executeTakeFirstOrThrow();
      return { params: { id } };
    },
  };
}

const description = { request: { body: { query: 'python', filters: {} } } };
const search: Record<string, MatrixCase> = {
  determineSearchType: { request: { body: { query: 'python' } } },
  searchVector: description,
  searchRag: description,
};

/** Limits the places to more than anybody of the matrix takes; the bystander waits for one. */
async function limitManyPlaces({ applicationId }: MatrixWorld, { services }: TestApp): Promise<void> {
  services.event.capacity = 100_000;
  await services.db
    .insertInto('waitlist')
    .values({ application_id: applicationId, since: new Date(), decided_at: new Date() })
    .execute();
}
const places: Record<string, MatrixCase> = {
  getPlaceFigures: { prepare: limitManyPlaces },
  listWaitlist: { prepare: limitManyPlaces },
  updateWaitlistOrder: { prepare: limitManyPlaces, request: { body: { order: 'rating' } } },
  moveOnWaitlist: {
    prepare: limitManyPlaces,
    request: ({ applicationId }) => ({ params: { id: applicationId }, body: { position: 1 } }),
  },
};

const announcement = {
  subject: 'Lunch',
  text: 'Lunch is at noon.',
  segment: { status: 'approved' },
  email: true,
  aboutPlace: false,
};
const sendNotifications = async (_world: MatrixWorld, { services }: TestApp) => {
  services.event.pushNotifications = true;
};
const pushSubscription = {
  endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
};
const announcements: Record<string, MatrixCase> = {
  savePushSubscription: { prepare: sendNotifications, request: { body: pushSubscription } },
  deletePushSubscription: { prepare: sendNotifications },
  previewAnnouncement: {
    request: {
      body: { subject: '', text: '', segment: {}, aboutPlace: false },
    },
  },
  sendTestAnnouncement: { request: { body: announcement } },
  createAnnouncement: { request: { body: announcement } },
  listAnnouncementReceivers: {
    request: async ({ cast }) => ({
      params: { id: await idOf(cast.admin.call('POST', '/announcements', announcement)) },
    }),
  },
  getUnsubscribePage: { request: { params: { token: 'x'.repeat(43) } } },
  unsubscribe: { request: { params: { token: 'x'.repeat(43) } } },
};

const projectText = {
  ...{ title: 'Night Bus', tagline: 'Finds the last bus.', description: 'It *runs*.' },
  ...{ repository: '', demo: '', video: '', tags: [], prizes: [] },
};
const projects: Record<string, MatrixCase> = {
  updateProjectSwitches: { request: { body: { galleryOpen: false } } },
  updateProjectHidden: {
    prepare: async (world, site) => {
      await acceptLateProjects(site);
      await withOwnApplication('approved')(world.cast.leader, world, site);
      await world.cast.leader.call('PUT', '/projects/mine', { version: 0, text: projectText });
    },
    request: async ({ team }, { services }) => {
      const { id } = await services.db
        .selectFrom('projects')
        .where('team_id', '=', team.id)
        .select('id')
        .executeTakeFirstOrThrow();
      return { params: { id }, body: { hidden: true } };
    },
  },
  updateProjectDetails: {
    prepare: (_world, site) => acceptLateProjects(site),
    own: async (as, world, site) => {
      await withOwnApplication('approved')(as, world, site);
      await as.call('PUT', '/projects/mine', { version: 0, text: projectText });
    },
    request: { body: { startedOn: '2025-09-01', needsPower: true } },
  },
  submitPrizeScore: { request: { body: { project: crypto.randomUUID(), scores: { innovation: 5 } } } },
  dismissReports: { request: { params: { id: crypto.randomUUID() } } },
  reportProject: {
    prepare: async (world, site) => {
      await acceptLateProjects(site);
      const { admin, leader } = world.cast;
      await admin.call('PUT', '/projects/switches', { galleryOpen: true });
      await withOwnApplication('approved')(leader, world, site);
      await leader.call('PUT', '/projects/mine', { version: 0, text: projectText });
      await leader.call('POST', '/projects/mine/submit', { version: 1 });
    },
    request: async ({ team }, { services }) => {
      const { id } = await services.db
        .selectFrom('projects')
        .where('team_id', '=', team.id)
        .select('id')
        .executeTakeFirstOrThrow();
      return { params: { id }, body: { text: 'This is not theirs.' } };
    },
  },
  publishResults: {
    request: async ({ cast }) => {
      const { version } = (await cast.admin.call('GET', '/results')).json();
      return { body: { version, places: {} } };
    },
  },
  saveProject: {
    prepare: (_world, site) => acceptLateProjects(site),
    own: withOwnApplication('approved'),
    request: { body: { version: 0, text: projectText } },
  },
  submitProject: {
    prepare: (_world, site) => acceptLateProjects(site),
    own: async (as, world, site) => {
      await withOwnApplication('approved')(as, world, site);
      await as.call('PUT', '/projects/mine', { version: 0, text: projectText });
    },
    request: { body: { version: 1 } },
  },
};

/** The first of these paths that is served, or the last refusal. */
const send =
  (...paths: string[]) =>
  async (as: TestActor, _world: MatrixWorld, { app }: TestApp): Promise<LightMyRequestResponse> => {
    const answers = await Promise.all(
      paths.map((url) => app.inject({ url, headers: { cookie: as.cookie } })),
    );
    return answers.find(({ statusCode }) => statusCode !== 404) ?? answers[0]!;
  };

/** What the rows send that no call of the contract serves, by the row's own words. */
const beyondContract: Record<string, MatrixCase> = {
  'GET /healthz': { send: send('/healthz') },
  'GET /readyz': { send: send('/readyz') },
  'GET /version': { send: send('/version') },
  'GET /metrics': { send: send('/metrics') },
  'unknown /api path': { send: send('/api/nope') },
  'GET list of judge accounts': { send: send('/api/judges') },
  'PUT, PATCH, DELETE /api/scores/{id}': { send: (as) => as.call('PUT', '/scores/1', {}) },
  '/uploads/*, /.env, /.git, *.map': {
    send: send('/uploads/a.pdf', '/.env', '/.git/config', '/../.env', '/%2e%2e/.env', '/assets/app.js.map'),
  },
};

/** The cases of the matrix by the name of the call, or by the words of a row without one. */
export const matrixCases: Record<string, MatrixCase> = {
  ...accounts,
  ...teams,
  ...teamDirectory,
  ...applications,
  ...search,
  ...places,
  ...questionCases,
  ...announcements,
  ...projects,
  ...pictureCases,
  ...eventDayCases,
  ...afterEventCases,
  ...beyondContract,
};
