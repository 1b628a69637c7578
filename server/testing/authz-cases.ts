import type { LightMyRequestResponse } from 'fastify';
import { signUpAdmin, type TestActor } from './actors.ts';
import { createApplicant } from './applicants.ts';
import { afterEventCases } from './authz-cases-after-event.ts';
import { eventDayCases } from './authz-cases-event-day.ts';
import { projectCases } from './authz-cases-projects.ts';
import { findId, type MatrixCase, withOwnApplication } from './authz-requests.ts';
import { findCardId, invite, signUpWithCard } from './directory.ts';
import { sendAnswerFile, sendDeck, sendRegistrations, sendResume, submitForm } from './forms.ts';
import { createGeneratedPdf, createPdf } from './pdf.ts';
import { askAgreements, testAgreements } from './questions.ts';
import { idOf, type MatrixWorld } from './world.ts';

const accounts: Record<string, MatrixCase> = {
  finishSignIn: { query: { code: 'x', state: 'forged' } },
  startEmailSignIn: { body: { email: 'new@example.org' } },
  openPass: { body: { email: 'nobody@example.org', code: '000000' } },
  verifyEmailSignIn: { body: { email: 'nobody@example.org', code: '000000' } },
  mergeAccounts: {
    request: ({ cast, bystander }) => ({
      params: { id: bystander.id },
      body: { email: cast.other.email, keeps: 'this' },
    }),
  },
  removeParticipant: {
    request: ({ bystander }) => ({ params: { id: bystander.id }, body: { reason: 'Code of conduct' } }),
  },
  liftRemoval: { request: ({ bystander }) => ({ params: { id: bystander.id } }) },
  deleteParticipant: { request: ({ bystander }) => ({ params: { id: bystander.id } }) },
  deleteMyAccount: {
    prepare: ({ cast, site: { services } }) =>
      services.db
        .updateTable('users')
        .set({ role: 'hacker', is_owner: false })
        .where('is_owner', '=', true)
        .where('id', '!=', cast.owner.id)
        .execute(),
  },
};

const ofOrganizer: MatrixCase = { request: ({ cast }) => ({ params: { id: cast.admin.id } }) };
const ofLead: MatrixCase = { request: ({ cast }) => ({ params: { id: cast['check-in-lead'].id } }) };
const staff: Record<string, MatrixCase> = {
  inviteStaff: { body: { email: 'new@example.org', role: 'judging-lead' } },
  'inviteStaff of an owner': { body: { email: 'new@example.org', role: 'owner' } },
  updateStaffRole: {
    request: ({ cast }) => ({ params: { id: cast['check-in-lead'].id }, body: { role: 'organizer' } }),
  },
  'updateStaffRole of an owner': {
    prepareRequest: async ({ site }) => ({
      params: { id: (await signUpAdmin(site)).id },
      body: { role: 'organizer' },
    }),
  },
  removeStaff: ofLead,
  endStaffSessions: ofLead,
  handOverOwnership: ofOrganizer,
};

const operations: Record<string, MatrixCase> = {
  findByName: { query: { q: 'owl' } },
  retryWebhookDelivery: { params: { id: '00000000-0000-4000-8000-000000000000' } },
};

const ofTeam: MatrixCase = { request: ({ team }) => ({ body: { inviteCode: team.code } }) };
const withCard: MatrixCase = { own: withOwnApplication('approved') };
const teams: Record<string, MatrixCase> = {
  searchTeams: { query: { query: 'owl' } },
  getInvitation: ofTeam,
  updateMyInvitation: ofTeam,
  joinTeam: { ...ofTeam, joins: true },
  createJoinRequest: { request: ({ strangers }) => ({ body: { teamId: strangers.id } }) },
  updateMyTeamCard: withCard,
  listTeamCards: withCard,
  createInvite: {
    ...withCard,
    prepareRequest: async ({ site }) => ({ body: { cardId: (await signUpWithCard(site)).cardId } }),
  },
  decideInvite: {
    prepareRequest: async ({ cast: { hacker, leader }, site }) => {
      for (const who of [hacker, leader]) await createApplicant(site, who);
      await hacker.call('PUT', '/teams/card', { skills: 'Rust', about: '' });
      const id = await invite(leader, hacker, await findCardId(site, hacker));
      return { params: { id }, body: { action: 'accept' } };
    },
  },
};

/** A file of the hacker's own application. */
const fileOfHacker = (kind: 'resume' | 'pitchDeck'): MatrixCase => ({
  prepareRequest: async ({ cast: { hacker }, site }) => {
    const files = { resume: createGeneratedPdf('pdf-min'), pitchDeck: createPdf() };
    await submitForm(hacker, { track: 'Startup Track' }, files);
    return { params: { id: await findId(site, 'files', { owner_id: hacker.id, kind }) } };
  },
});

const withPending: MatrixCase = { own: withOwnApplication('pending') };
const applications: Record<string, MatrixCase> = {
  submitApplication: { send: (as) => submitForm(as) },
  updateApplicationStatuses: {
    request: ({ applicationId }) => ({ body: { ids: [applicationId], status: 'approved' } }),
  },
  listApplicationDetails: { request: ({ applicationId }) => ({ body: { ids: [applicationId] } }) },
  previewEmail: { query: { kind: 'approved', subject: 'You are in', text: 'Hello {name}' } },
  addNote: {
    request: ({ applicationId }) => ({
      params: { id: applicationId, note: applicationId },
      body: { text: 'Hm.' },
    }),
  },
  assignReviewer: {
    request: ({ cast, applicationId }) => ({ body: { ids: [applicationId], reviewer: cast.admin.id } }),
  },
  saveView: { body: { name: 'Startups', search: 'track=Startup+Track' } },
  deleteView: { query: { name: 'Startups' } },
  undoDecision: {
    prepare: ({ cast, applicationId }) =>
      cast.admin.call('PUT', `/applications/${applicationId}`, { status: 'approved', undoable: true }),
  },
  undoDecisions: {
    request: ({ applicationId }) => ({ body: { ids: [applicationId], status: 'approved' } }),
  },
  answerForApplicant: {
    prepare: ({ cast, applicationId }) =>
      cast.admin.call('PUT', `/applications/${applicationId}`, { status: 'approved' }),
    body: { attending: true },
  },
  uploadPitchDeck: { ...withPending, send: (as) => sendDeck(as) },
  updateTrack: { ...withPending, body: { track: 'Clozyt Track' } },
  updateMyDetails: { ...withPending, body: { tShirtSize: 'L', dietaryRestrictions: 'vegan' } },
  uploadAnswerFile: { send: (as) => sendAnswerFile(as) },
  updateMyResume: { ...withPending, send: (as) => sendResume(as) },
  withdrawApplication: withPending,
  restoreApplication: {
    own: async (as, world) => {
      await withOwnApplication('pending')(as, world);
      await as.call('POST', '/applications/withdraw');
    },
  },
  updateAttendance: { own: withOwnApplication('approved'), body: { attending: true } },
  'getFile of a resume': fileOfHacker('resume'),
  'getFile of a pitch deck': fileOfHacker('pitchDeck'),
};

/** Gives somebody a guardian who was asked an hour ago. */
async function giveGuardian({ id }: TestActor, { site: { services } }: MatrixWorld): Promise<void> {
  const now = services.now().getTime();
  await services.db
    .insertInto('guardians')
    .values({
      ...{ user_id: id, email: `parent.${id}@example.org`, link_id: id, token_hash: Buffer.from(id) },
      ...{ sent_at: new Date(now - 3_600_000), expires_at: new Date(now + 3_600_000) },
    })
    .execute();
}
const questions: Record<string, MatrixCase> = {
  updateAgreement: {
    ...withPending,
    prepare: ({ site }) => askAgreements(site),
    params: { id: testAgreements[1].id },
    body: { agreed: true, version: '1' },
  },
  importApplications: { send: (as) => sendRegistrations(as, 'Name,Email\nAda,ada@example.org\n') },
  updateMyAnswers: withPending,
  sendMyGuardianEmail: {
    own: async (as, world) => {
      await withOwnApplication('pending')(as, world);
      if (as.id) await giveGuardian(as, world);
    },
  },
  listSchools: { query: { q: 'owl' } },
};

/** Limits the places to more than anybody of the matrix takes; the bystander waits for one. */
const withPlaces: MatrixCase = {
  prepare: async ({ applicationId, site: { services } }) => {
    services.event.capacity = 100_000;
    await services.db
      .insertInto('waitlist')
      .values({ application_id: applicationId, since: new Date(), decided_at: new Date() })
      .execute();
  },
};
const places: Record<string, MatrixCase> = {
  getPlaceFigures: withPlaces,
  listWaitlist: withPlaces,
  updateWaitlistOrder: withPlaces,
  moveToWaitlist: { request: ({ applicationId }) => ({ body: { ids: [applicationId] } }) },
  moveOnWaitlist: withPlaces,
};

const announcement = {
  subject: 'Lunch',
  text: 'Lunch is at noon.',
  segment: { status: 'approved' },
  email: true,
  aboutPlace: false,
};
const withNotifications: MatrixCase = {
  prepare: ({ site }) => Object.assign(site.services.event, { pushNotifications: true }),
};
const pushSubscription = {
  endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
};
const announcements: Record<string, MatrixCase> = {
  savePushSubscription: { ...withNotifications, body: pushSubscription },
  deletePushSubscription: withNotifications,
  previewAnnouncement: { body: { subject: '', text: '', segment: {}, aboutPlace: false } },
  sendTestAnnouncement: { body: announcement },
  createAnnouncement: { body: announcement },
  cancelAnnouncement: {
    prepareRequest: async ({ cast, site }) => {
      const sendAt = new Date(site.services.now().getTime() + 3_600_000).toISOString();
      return {
        params: { id: await idOf(cast.admin.call('POST', '/announcements', { ...announcement, sendAt })) },
      };
    },
  },
  stopAnnouncement: {
    prepareRequest: async ({ cast }) => ({
      params: { id: await idOf(cast.admin.call('POST', '/announcements', announcement)) },
    }),
  },
  listAnnouncementReceivers: {
    prepareRequest: async ({ cast }) => ({
      params: { id: await idOf(cast.admin.call('POST', '/announcements', announcement)) },
    }),
  },
};

/** The first of these paths that is served, or the last refusal. */
const send =
  (...paths: string[]) =>
  async (as: TestActor, { site: { app } }: MatrixWorld): Promise<LightMyRequestResponse> => {
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
  ...operations,
  ...staff,
  ...teams,
  ...applications,
  ...places,
  ...questions,
  ...announcements,
  ...projectCases,
  ...eventDayCases,
  ...afterEventCases,
  ...beyondContract,
};
