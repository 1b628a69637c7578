import { z } from 'zod';
import { teamFullText } from './teams/seats.ts';
import { texts } from './texts.ts';

/** The sentence of every refusal for people, with placeholders in braces, by HTTP status and code. */
const sentences = {
  400: {
    invalid_input: 'Some fields are not valid.',
    malformed_body: 'The request could not be read.',
    invalid_code: 'That code is not right or no longer valid.',
    invalid_link: 'This link is no longer valid. Please sign in again.',
    confirmation_expired:
      'Too much time has passed since you came from the other site. Please sign in there again.',
    form_expired: 'Too much time has passed, or this browser stores no cookies. Please open the page again.',
    email_needed: 'Please enter your email address.',
    sign_in_cancelled: 'The sign-in was cancelled.',
    apply_missing: `${texts.apply.missing}{fields}`,
    apply_dietary_detail: texts.apply.dietaryDetail,
    apply_resume_missing: texts.apply.resumeMissing,
    apply_deck_missing: texts.apply.deckMissing,
    apply_team_name: texts.apply.teamNameMissing,
    apply_team: texts.apply.teamMissing,
    apply_agreement: 'Please accept the required agreements.',
    deck_no_file: texts.deck.noFile,
    unknown_track: 'This event has no such track.',
    deck_required: texts.apply.deckMissing,
    cannot_remove_self: 'You cannot remove yourself. Leave the team instead.',
    unreadable_pass: texts.checkIn.invalidCode,
    invalid_pass: texts.checkIn.invalidPass,
    earlier_pass: texts.checkIn.earlierPass,
    unknown_topic: 'This event has no such topic.',
    unknown_checkpoint: 'This event has no such checkpoint.',
    score_missing: texts.judging.missing,
    judges_unwanted: '{reason}',
    search_empty: texts.search.empty,
    import_invalid: '{reason}',
    shift_code_ended: 'This code has expired. Scan the one on the organizer’s screen.',
  },
  401: {
    signed_out: 'Please sign in.',
    wrong_credentials: 'This username and password do not match.',
    review_denied: texts.judging.denied,
  },
  403: {
    forbidden: 'You are not allowed to do this.',
    view_only: 'You are viewing somebody else’s dashboard. Nothing can be changed here.',
    stale_sign_in: 'To do this, sign out and sign in again first.',
    bad_origin: 'This request came from another site. Use {address} instead.',
    registration_closed: texts.apply.closed,
    not_in_team: 'You are no longer in this team.',
    removed: 'The organizers have removed you from this event. To talk to them, write to {contact}.',
    owner_only: 'Only an owner can do this.',
    other_track: 'This judge account is for another track.',
  },
  404: {
    no_other_account: 'No other account has this address.',
    not_found: 'Not found.',
    team_gone: 'That team is gone. Choose another.',
    resume_link_ended: 'This link no longer works. Ask the organizers of the event for a new one.',
    unknown_invite_code: 'No team has this invite code.',
    team_directory_off: 'This event has no directory of teams.',
    unknown_person: 'No such participant.',
    unknown_thing: 'Nothing on the lending list has this number.',
  },
  408: {
    request_timeout: 'The request took too long to arrive.',
  },
  409: {
    guardian_just_asked: 'An email was sent within the last minute. Please wait before you send another.',
    guardian_declined:
      'Your parent or guardian said no. Only the organizers can ask them again: please write to them.',
    guardian_asked_often:
      'No more emails can be sent to this parent or guardian today. Ask whether one has arrived, or try again tomorrow.',
    settings_changed:
      'Somebody else has saved this section in the meantime. Your changes are not lost: compare both versions, then save.',
    settings_doubtful: 'Is this right? {doubts}',
    settings_locked: 'This can no longer be changed. {reason}',
    mention_unclear: 'Who is meant by @{part}: {names}? Write the whole name.',
    agreement_changed: 'This text has changed in the meantime. Please read it again.',
    agreement_required:
      'Nobody can take part without agreeing to this. To revoke it, withdraw your application.',
    already_applied: texts.apply.already,
    certificate_not_there: 'Certificates are for people who were checked in at the entrance.',
    certificate_too_early: 'Your certificate will be ready once the event is over.',
    certificate_unprintable:
      'Your name has characters that the certificate cannot show: {characters}. Write to the organizers, or change your name on your account page.',
    certificates_none: 'Nobody was checked in at the entrance.',
    feedback_closed: 'The feedback form is not open yet.',
    feedback_given: 'You have already given feedback. Thank you!',
    feedback_not_there: 'Feedback is for people who were checked in at the entrance.',
    export_blind: 'Review is blind, and this shows names. Turn blind review off first.',
    rating_fixed: 'While review is blind, a saved rating cannot be changed. You can still change your note.',
    announcement_blind:
      'Review is blind, and this choice of recipients would reveal what it hides. Choose by status or track, or turn blind review off.',
    too_many_views: 'There are 50 saved views already. Delete one first.',
    application_decided: texts.track.underReview,
    track_limited: texts.track.limitedRefused,
    details_fixed: 'This can no longer be changed here. Please write to the organizers.',
    resume_fixed: 'Your application has been reviewed, so the resume can no longer be replaced.',
    cannot_withdraw: 'An application cannot be withdrawn after it was rejected or the person was checked in.',
    team_full: teamFullText,
    team_decided: 'The results are published, so this team stays as it is.',
    team_limited: texts.teams.joinLimited,
    already_in_team: 'You are already in a team.',
    request_pending: 'You have already asked to join this team.',
    team_size_limited: texts.track.limitedInfo,
    request_decided: 'This join request is no longer open.',
    requester_in_team: 'This person has joined another team in the meantime.',
    requester_not_hacker: 'This person now helps to run the event and cannot join a team.',
    too_many_pending: 'You have too many open join requests. Cancel one first.',
    already_invited: 'You have already invited this person.',
    invite_declined: 'You have already declined this invite.',
    preference_locked: texts.teams.preferenceLocked,
    status_changed: 'Someone else has changed this application. It is now {status}.',
    decision_final: 'This can no longer be undone: the email was sent, or too much time has passed.',
    event_full: 'Every place is taken.',
    places_free: 'A place is free and would be offered to them at once. Approve them instead.',
    place_confirmed:
      'This person has confirmed that they are coming. Reject the application, or ask them to cancel.',
    offer_over: 'This offer has ended or has already been answered.',
    no_place_free: 'Every place is taken at the moment. Please try again later.',
    status_checked_in: 'This person is already checked in, so the application cannot be rejected.',
    person_removed: 'Removed: call an organizer',
    removal_of_staff: 'This person helps to run the event. Take their role away first.',
    not_approved: "This person's application is not approved.",
    already_checked_in: texts.checkIn.already,
    walk_ins_closed:
      'Registration at the entrance is open on {days}. An organizer can open it on other days.',
    walk_ins_full: 'Too many people are waiting. Ask an organizer at the entrance.',
    walk_in_registered:
      'Somebody with this email address has already applied. If they are approved, check them in by name; if not, decide on the application.',
    walk_in_incomplete:
      'Not complete yet: {missing}. Let them fill in the form again, or enter them by hand.',
    help_open: 'You are already in the queue. Cancel that request first.',
    help_taken: 'Another mentor has this request now.',
    help_ended: 'This request has been solved or cancelled.',
    thing_lent: 'Somebody has borrowed this. Take it in first.',
    thing_reserved: 'Somebody else has reserved this.',
    check_in_undone: 'This check-in was undone.',
    conflict_settled: 'This conflict is already resolved.',
    not_confirmed_yet: 'Only approved participants can answer this.',
    attendance_fixed: 'You are already checked in.',
    not_this_event: 'This is not the name of the event.',
    other_instance: 'Another instance of the site runs on this database. Stop it first.',
    review_password_fixed: 'SCORE_REVIEW_PASSWORD is set on the server and overrides a password set here.',
    table_scored: 'Table {number} already has scores, so its team cannot move.',
    judging_paused: 'Judging is paused.',
    results_changed: 'Scores have changed in the meantime. Check the winners again.',
    conflict_declared:
      'You said that you know this team, so you cannot score it. An organizer can change that.',
    judge_has_conflict: '{judge} said that they know the team of table {number}. Lift the conflict first.',
    table_scored_twice: '{judge} has also scored table {number}. Void one of the two scores first.',
    other_rubric:
      'Table {number} is not judged by the rubric of this score, so the score cannot be moved there.',
    results_undecided: 'Not decided yet. Confirm or exclude each of these first: {concerns}.',
    decision_changed: 'Another organizer has changed this decision in the meantime. Check it again.',
    decision_locked: 'These winners are locked. Unlock them first.',
    decision_own: 'You decided this, so another organizer has to confirm it.',
    one_prize: '{name} already wins {prize}, and a project wins one prize at this event.',
    project_changed: 'Somebody on your team has saved this project in the meantime.',
    project_closed: 'The deadline for projects has passed.',
    project_judged: 'Judges have scored this project. Ask the organizers if it should not take part.',
    project_track_judged:
      'Judges have scored this project on its track, and another track has other questions. Remove those scores first.',
    project_published: 'The results are published. Unpublish them before you change a track or prizes.',
    project_without_team: 'One person has entered this project alone: they create a team first.',
    project_last_member: 'Somebody has to stay on the project. Add another person first.',
    project_incomplete: 'A submitted project needs a title and one line that says what it is.',
    project_link_invalid: 'The links of a submitted project must be web addresses.',
    pictures_full: 'A project can have five pictures. Delete one first.',
    project_not_approved: 'Only approved participants can enter a project.',
    volunteer_is_admin: 'This person is already an organizer.',
    volunteer_applied: 'This person has applied. Participants cannot be volunteers or mentors.',
    shift_over: 'This shift would already be over. Choose a later end.',
    announcement_sent: 'This announcement has already been sent. You can still stop it.',
    no_receivers: 'Nobody matches these recipients.',
    volunteer_is_staff: 'This person already has a role on the Team page.',
    staff_applied:
      'This person has applied. Participants can only become organizers, and doing so removes them from their team.',
    merge_staff: 'One of the two has a role. Only the accounts of participants can be merged.',
    merge_applied: 'Only the other account has applied. Keep that one.',
    last_owner: 'An event needs an owner. Make another organizer an owner on the Team page first.',
  },
  413: {
    too_large: 'The request is too large.',
    resume_too_large: texts.apply.resumeTooLarge,
    deck_too_large: texts.apply.deckTooLarge,
    answer_file_too_large: texts.apply.answerFileTooLarge,
    picture_too_large: 'A picture can have at most 10 MB.',
    picture_too_many_pixels: 'A picture can have at most 50 megapixels. Make it smaller and add it again.',
    event_file_too_large: 'A film can have at most 100 MB, captions 1 MB and a font 20 MB.',
    import_too_large: 'The file can have at most 5 MB.',
  },
  415: {
    wrong_content_type: 'This content type is not accepted.',
    resume_not_pdf: texts.apply.resumeNotPdf,
    deck_not_pdf: texts.apply.deckNotPdf,
    resume_locked:
      'Your resume needs a password to open. Open it, print or save it as a PDF without a password, and choose that file.',
    deck_locked:
      'Your pitch deck needs a password to open. Open it, print or save it as a PDF without a password, and choose that file.',
    answer_file_unreadable: 'This file could not be opened. Use a PDF, or a JPEG, PNG or WebP picture.',
    answer_file_locked: 'This file needs a password to open. Save it as a PDF without one, and choose that.',
    picture_unreadable: 'This picture could not be opened. Use a JPEG, PNG or WebP picture.',
    picture_heic: 'HEIC pictures cannot be opened here. Save the picture as a JPEG and add that.',
    picture_animated: 'This picture is animated. Add a still one.',
    event_file_unknown:
      'This is not a picture (JPEG, PNG, WebP, SVG), a film (MP4, WebM), captions (WebVTT) or a font (TTF, OTF, WOFF).',
  },
  422: {
    idempotency_mismatch: 'This key was already used for another request.',
  },
  429: {
    too_many_requests: 'Too many requests. Please wait a moment.',
    asked_too_often:
      'You have asked the leader of this team five times within a day. Please try again tomorrow.',
    invited_often: 'We have sent this person five invitations within a day. Please try again tomorrow.',
    too_many_codes:
      'No code was sent, because too many were requested. Use the last one you received, or try again in a few minutes.',
    too_many_wrong_codes: 'Too many wrong codes. Please wait a few minutes.',
  },
  500: {
    internal: 'Something went wrong on our side.',
  },
  503: {
    unavailable: 'This is not available at the moment. Please try again.',
    sign_in_unavailable: 'The sign-in service cannot be reached. Please try again in a moment.',
    apply_failed: texts.apply.failed,
    deck_failed: texts.deck.failed,
    resume_failed: 'Your resume could not be stored. Please try again.',
    picture_failed: 'The picture could not be stored. Please try again.',
    event_file_failed: 'The file could not be stored. Please try again.',
    pictures_busy: 'Many pictures are arriving right now. Please try again in a few seconds.',
    import_failed: 'The file could not be read. Please try again.',
    wallet_off: 'Mobile wallet passes are not set up for this event.',
  },
} as const;

type ByStatus = typeof sentences;
export type ProblemCode = { [Status in keyof ByStatus]: keyof ByStatus[Status] }[keyof ByStatus];

/** Every refusal: code → HTTP status and sentence. */
export const problems = /* @__PURE__ */ Object.fromEntries(
  Object.entries(sentences).flatMap(([status, codes]) =>
    Object.entries(codes).map(([code, message]) => [code, { status: Number(status), message }]),
  ),
) as Record<ProblemCode, { status: number; message: string }>;

export const problemBody = z.object({
  success: z.literal(false),
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** The stored state, where the caller's change was based on an older one. */
  current: z.unknown().optional(),
  /** The name of the person whose check-in was refused. */
  person: z.string().optional(),
  requestId: z.string(),
});
export type ProblemBody = z.infer<typeof problemBody>;
