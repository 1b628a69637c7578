import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { calls } from '../../contract/api.ts';

/** The calls that a test makes at once with themselves or others, by its file. */
const raced: Record<string, string> = {
  'server/after/feedback/feedback.test.ts': 'submitFeedback',
  'server/apply/applications/decisions.races.test.ts': 'releaseDecisions undoDecision undoDecisions',
  'server/apply/applications/import-applications.test.ts': 'importApplications',
  'server/apply/applications/list-applications.test.ts': 'saveView',
  'server/apply/applications/my-account.races.test.ts': 'updateMyResume',
  'server/apply/applications/offers.races.test.ts': 'offerPlace',
  'server/apply/applications/withdrawal.races.test.ts': 'restoreApplication withdrawApplication',
  'server/apply/reviews/reviews.test.ts': 'claimApplications saveReview',
  'server/event-day/announcements/scheduled-announcements.test.ts': 'cancelAnnouncement',
  'server/event-day/announcements/announcements.test.ts': 'createAnnouncement',
  'server/event-day/announcements/stop-announcement.races.test.ts': 'stopAnnouncement',
  'server/event-day/check-in/model.long.test.ts': `
    checkInParticipant getPassHolder recordCheckIn recordRefusedScans renewPass resolveConflict
    submitApplication undoCheckIn undoOwnCheckIn updateApplicationStatus updateApplicationStatuses
    updateAttendance uploadPitchDeck`,
  'server/event-day/help/help.races.test.ts': 'askForHelp updateHelpRequest',
  'server/event-day/lending/lending.races.test.ts': 'recordLoan reserveThing',
  'server/event-day/walk-ins/walk-ins.races.test.ts': 'checkInWalkIn submitWalkIn',
  'server/event/settings/settings.races.test.ts': 'restoreEvent saveSettings',
  'server/judging/decisions.races.test.ts': 'decideResult',
  'server/judging/judge-lockout.test.ts': 'logInJudge unlockScoreReview',
  'server/judging/judging-admin.test.ts': 'renameJudge',
  'server/judging/model.long.test.ts': `
    assignTables createJudges logOutJudge pauseJudging removeJudge resetJudgePassword skipTable
    submitScore`,
  'server/judging/scores.races.test.ts': 'moveScores',
  'server/judging/table-admin.test.ts': 'moveTable retireTables sendTableEmails',
  'server/people/account/delete-account.races.test.ts': 'deleteMyAccount',
  'server/people/account/merge-accounts.test.ts': 'mergeAccounts',
  'server/people/auth/sign-in-codes.races.test.ts': 'startEmailSignIn verifyEmailSignIn',
  'server/people/staff/staff.test.ts': 'removeStaff updateStaffRole',
  'server/people/users/shifts.test.ts': 'startShift',
  'server/platform/push/push.test.ts': 'savePushSubscription',
  'server/projects/corrections.test.ts': 'addProjectMember correctProject removeProjectMember',
  'server/projects/projects.races.test.ts':
    'createPicture deletePicture importProjects reportProject saveProject submitProject withdrawProject',
  'server/teams/invites.races.test.ts': 'createInvite decideInvite',
  'server/teams/model.long.test.ts': `
    cancelJoinRequest createJoinRequest createTeam decideJoinRequest joinTeam leaveTeam removeMember
    updateTeamPreference updateTrack`,
};

/** Why the others need no race of their own. */
const notRaced: Record<string, string> = {
  'reads only': `
    checkSettings determineSearchType getInvitation listApplicationDetails listBadges openResumeLink
    previewAnnouncement previewSearchTerms`,
  'one statement; a repeat changes nothing or adds a row': `
    addNote addVolunteer answerGuardian cancelReservation createResumeLink deleteMyTeamCard
    deletePushSubscription dismissReports endClaims endShifts endStaffSessions liftConflict
    lockScoreReview markEditing readMentions removeVolunteer removeWalkIn removeWalkIns reportStation
    reportWaitingScores resolveProblem retryFailedMails retryWebhookDelivery revokeResumeLink searchRag searchVector
    sendTestAnnouncement sendTestEmail unsubscribe updateBlindReview
    updateLaterDeadline updateMyInvitation updateMyMentoring updateNamedInGallery updateProjectHidden
    updateProjectSwitches updateWalkInRegistration uploadEventFile voidScore withdrawResults`,
  'works under a lock that a test of `raced` contends for': `
    answerForApplicant assignReviewer deleteProject deleteView enterPaperScore extendOffer
    handOverOwnership importJudges inviteStaff lockResult moveOnWaitlist moveToWaitlist openPass publishResults
    redeemSignInLink sendGuardianEmail sendMyGuardianEmail unlockResult updateAgreement updateMyAnswers
    updateMyDetails updateMyName updateMyTeamCard updatePicture updateProjectDetails updateTeamNeed
    updateWaitlistOrder withdrawScore`,
};

test('every call that may write is raced by a test, or has a reason not to be', () => {
  const writing = Object.keys(calls).filter((name) => calls[name]!.method !== 'GET');
  const listed = [...Object.values(raced), ...Object.values(notRaced)].flatMap((names) =>
    names.trim().split(/\s+/),
  );
  expect(listed.sort()).toEqual(writing.sort());
  expect(Object.keys(raced).filter((file) => !existsSync(file))).toEqual([]);
});
