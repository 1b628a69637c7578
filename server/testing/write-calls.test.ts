import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Endpoint } from '../../contract/platform/endpoint.ts';
import { calls } from './calls.ts';

/** The calls that are raced through a function, or in a file with other tests too. */
const racedElsewhere: Record<string, string> = {
  'server/after/feedback/feedback.test.ts': 'submitFeedback',
  'server/apply/applications/decisions.races.test.ts': 'releaseDecisions',
  'server/apply/applications/import-applications.test.ts': 'importApplications',
  'server/apply/applications/list-applications.test.ts': 'saveView',
  'server/apply/applications/my-account.races.test.ts': 'updateMyResume',
  'server/apply/reviews/reviews.test.ts': 'claimApplications saveReview',
  'server/event-day/announcements/scheduled-announcements.test.ts': 'cancelAnnouncement',
  'server/event-day/announcements/announcements.test.ts': 'createAnnouncement',
  'server/event-day/check-in/model.long.test.ts': 'resolveConflict submitApplication uploadPitchDeck',
  'server/judging/decisions.races.test.ts': 'decideResult',
  'server/judging/judge-lockout.test.ts': 'logInJudge unlockScoreReview',
  'server/judging/judging-admin.test.ts': 'emailJudges updateJudge',
  'server/judging/table-admin.test.ts': 'moveTable retireTables sendTableEmails',
  'server/people/account/merge-accounts.test.ts': 'mergeAccounts',
  'server/people/auth/sign-in-codes.races.test.ts': 'startEmailSignIn verifyEmailSignIn',
  'server/people/staff/staff.test.ts': 'removeStaff updateStaffRole',
  'server/people/users/shifts.test.ts': 'startShift',
  'server/platform/push/push.test.ts': 'savePushSubscription',
  'server/projects/corrections.test.ts': 'addProjectMember correctProject removeProjectMember',
  'server/projects/projects.races.test.ts': 'createPicture deletePicture importProjects saveProject',
};

/** The tests that make calls at the same moment and nothing else. */
const races = globSync('server/**/{*.races,model.long}.test.ts').map((file) => readFileSync(file, 'utf8'));

/** Returns whether such a test makes a call: its method and its path stand there. */
function isRaced({ method, path }: Endpoint): boolean {
  const written = path.replace(/:\w+/g, "[^/`']+");
  const call = new RegExp(`'${method}',\\s*['\`]${written}['\`?]`);
  return races.some((text) => call.test(text));
}

/** Why the others need no race of their own. */
const notRaced: Record<string, string> = {
  'reads only': `
    checkSettings determineSearchType getInvitation listApplicationDetails listBadges openResumeLink
    previewAnnouncement previewSearchTerms`,
  'one statement; a repeat changes nothing or adds a row': `
    addNote addVolunteer answerGuardian beginNextEvent cancelReservation createResumeLink deleteMyTeamCard
    deletePushSubscription dismissReports endClaims endShifts endStaffSessions liftConflict
    lockScoreReview markEditing openScoreReview readMentions removeVolunteer removeWalkIn removeWalkIns reportStation
    reportWaitingScores resolveProblem retryFailedMails retryWebhookDelivery revokeResumeLink searchRag searchVector
    sendTestAnnouncement sendTestEmail unsubscribe updateBlindReview
    updateLaterDeadline updateMyInvitation updateMyMentoring updateNamedInGallery updateProjectHidden
    updateProjectSwitches updateScoreReviewPassword updateWalkInRegistration uploadEventFile voidScore withdrawResults`,
  'works under a lock that a race contends for': `
    answerForApplicant assignReviewer deleteParticipant deleteProject deleteView enterPaperScore extendOffer
    handOverOwnership importJudges inviteStaff liftRemoval lockResult moveOnWaitlist moveToWaitlist openPass
    publishResults redeemSignInLink removeParticipant sendGuardianEmail sendMyGuardianEmail unlockResult
    updateAgreement updateMyAnswers
    updateMyDetails updateMyName updateMyTeamCard updatePicture updateProjectDetails updateTeamDescription
    updateWaitlistOrder uploadAnswerFile withdrawScore`,
};

test('every call that may write is raced by a test, or has a reason not to be', () => {
  const listed = (lists: Record<string, string>) =>
    Object.values(lists).flatMap((names) => names.trim().split(/\s+/));
  const explained = [...listed(racedElsewhere), ...listed(notRaced)];
  const writing = Object.keys(calls).filter((name) => calls[name]!.method !== 'GET');
  expect(writing.filter((name) => !isRaced(calls[name]!) && !explained.includes(name))).toEqual([]);
  expect(explained.filter((name) => !writing.includes(name))).toEqual([]);
  expect(Object.keys(racedElsewhere).filter((file) => !existsSync(file))).toEqual([]);
});
