import { expect, test } from 'vitest';
import { calls } from '../../contract/api.ts';

// What random calls try at once, in any order, against a model written without reading the program.
const inModels = {
  'server/teams/model.test.ts': [
    ...['createTeam', 'joinTeam', 'leaveTeam', 'removeMember', 'createJoinRequest', 'decideJoinRequest'],
    ...['cancelJoinRequest', 'updateTrack', 'updateTeamPreference'],
  ],
  'server/check-in/model.test.ts': [
    ...['submitApplication', 'uploadPitchDeck', 'updateAttendance', 'updateApplicationStatus'],
    ...[
      'updateApplicationStatuses',
      'renewPass',
      'checkInParticipant',
      'getPassHolder',
      'recordRefusedScans',
    ],
    ...['syncCheckIns', 'undoCheckIn', 'resolveConflict'],
  ],
  'server/judging/model.test.ts': [
    ...['submitScore', 'skipTable', 'logOutJudge', 'pauseJudging', 'removeJudge', 'resetJudgePassword'],
    ...['createJudges', 'assignTables'],
  ],
};

// What is in no model, and why.
const elsewhere: Record<string, string> = {
  startEmailSignIn: 'raced in sign-in-codes.races.test.ts (K22)',
  verifyEmailSignIn: 'raced in sign-in-codes.races.test.ts (K22, K23)',
  undoDecision: 'raced with the delivery of its email in decisions.races.test.ts',
  releaseDecisions: 'raced with itself, decisions and check-in in decisions.races.test.ts',
  updateWaitlistOrder: 'under the lock of places, which is raced in places.races.test.ts',
  moveOnWaitlist: 'under the lock of places, which is raced in places.races.test.ts',
  saveReview: 'one conditional statement; claims are raced in reviews.test.ts',
  claimApplications: 'raced with itself in reviews.test.ts',
  endClaims: 'one deletion',
  updateBlindReview: 'one conditional statement',
  redeemSignInLink: 'one conditional deletion, as verifyEmailSignIn',
  deleteMyAccount: 'raced with everything else in account.races.test.ts (K27)',
  updateMyName: 'two statements under the lock of the person',
  withdrawApplication: 'raced with teams, decisions and check-in in withdrawal.races.test.ts',
  restoreApplication: 'raced with a new application in withdrawal.races.test.ts',
  updateMyResume: 'raced with itself and a decision in my-account.races.test.ts',
  sendGuardianEmail: 'under the lock of the person',
  confirmGuardian: 'one conditional statement',
  updateAgreement: 'one row; a repeat changes nothing, in agreements.test.ts',
  updateMyDetails: 'one statement on one locked row',
  saveProject: 'raced with itself, submitting and leaving in projects.races.test.ts',
  submitProject: 'raced with itself, saving and leaving in projects.races.test.ts',
  createPicture: 'raced with itself, submitting and the deadline in projects.races.test.ts',
  updatePicture: 'under the lock of the team, as createPicture',
  deletePicture: 'raced with createPicture in projects.races.test.ts',
  updateProjectSwitches: 'one statement on one row',
  updateProjectHidden: 'one statement on one row',
  importProjects: 'one transaction under a lock of its own, raced with itself in projects.races.test.ts',
  updateProjectDetails: 'under the locks of saveProject',
  submitPrizeScore: 'raced with itself in prize-judging.test.ts',
  reportProject: 'raced with itself in projects.races.test.ts',
  dismissReports: 'one deletion',
  publishResults: 'refused when a score came in between, in publication.test.ts',
  withdrawResults: 'one deletion',
  createResumeLink: 'one insertion',
  revokeResumeLink: 'one conditional update of one row',
  openResumeLink: 'reads',
  submitFeedback: 'raced with itself in feedback.test.ts',
  addVolunteer: 'one conditional update of one row',
  removeVolunteer: 'one conditional update of one row',
  importJudges: 'one transaction with createJudges',
  renameJudge: 'raced with itself in judging-admin.test.ts',
  retireTables: 'raced with numbering in table-admin.test.ts',
  moveTable: 'raced with itself in table-admin.test.ts',
  sendTableEmails: 'raced with itself in table-admin.test.ts',
  reportStation: 'one statement on one row',
  voidScore: 'one conditional insertion',
  logInJudge: 'its limits are in judge-lockout.test.ts',
  unlockScoreReview: 'its limits are in judge-lockout.test.ts',
  lockScoreReview: 'one deletion',
  createAnnouncement: 'one transaction; the emails are in announcements-kill.test.ts',
  sendTestAnnouncement: 'queues one email',
  submitWalkIn: 'one statement on one row',
  admitWalkIn: 'raced with itself and with signing in in walk-ins.races.test.ts',
  removeWalkIn: 'one deletion',
  unsubscribe: 'one insertion or deletion of one row',
  previewAnnouncement: 'reads',
  createInvite: 'raced in invites.races.test.ts',
  decideInvite: 'raced in invites.races.test.ts',
  updateMyTeamCard: 'one row, under the lock of the person',
  deleteMyTeamCard: 'one deletion',
  updateTeamNeed: 'one statement on one locked row',
  getInvitation: 'reads',
  listBadges: 'reads',
  listApplicationDetails: 'reads',
  determineSearchType: 'reads',
  searchVector: 'reads',
  searchRag: 'reads',
};

test('every call that may write is in one model, or has its reason', () => {
  const writing = Object.keys(calls).filter((name) => calls[name]!.method !== 'GET');
  const known = [...Object.values(inModels).flat(), ...Object.keys(elsewhere)];
  expect(known.sort()).toEqual(writing.sort());
});
