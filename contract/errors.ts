import { z } from 'zod';
import { texts } from './texts.ts';

/** Every refusal: code → HTTP status and the sentence for people, with placeholders in braces. */
export const problems = {
  invalid_input: { status: 400, message: 'Some fields are not valid.' },
  malformed_body: { status: 400, message: 'The request could not be read.' },
  invalid_code: { status: 400, message: 'That code is not right or no longer valid.' },
  invalid_link: { status: 400, message: 'This link is not valid any more. Please sign in again.' },
  email_needed: { status: 400, message: 'Please enter your email address.' },
  sign_in_cancelled: { status: 400, message: 'The sign-in was cancelled.' },
  signed_out: { status: 401, message: 'Please sign in.' },
  forbidden: { status: 403, message: 'You are not allowed to do this.' },
  view_only: {
    status: 403,
    message: 'You look at the dashboard of somebody else. Nothing can be changed here.',
  },
  stale_sign_in: { status: 403, message: 'For this, please sign out and in again first.' },
  bad_origin: { status: 403, message: 'This request came from another site.' },
  not_found: { status: 404, message: 'Not found.' },
  request_timeout: { status: 408, message: 'The request took too long to arrive.' },
  too_large: { status: 413, message: 'The request is too large.' },
  wrong_content_type: { status: 415, message: 'This content type is not accepted.' },
  idempotency_mismatch: { status: 422, message: 'This key was already used for another request.' },
  too_many_requests: { status: 429, message: 'Too many requests. Please wait a moment.' },
  internal: { status: 500, message: 'Something went wrong on our side.' },
  unavailable: { status: 503, message: 'This is not available at the moment. Please try again.' },
  sign_in_unavailable: {
    status: 503,
    message: 'The sign-in service cannot be reached. Please try again in a moment.',
  },

  apply_missing: { status: 400, message: `${texts.apply.missing}{fields}` },
  apply_dietary_detail: { status: 400, message: texts.apply.dietaryDetail },
  apply_resume_missing: { status: 400, message: texts.apply.resumeMissing },
  apply_deck_missing: { status: 400, message: texts.apply.deckMissing },
  apply_team_name: { status: 400, message: texts.apply.teamNameMissing },
  apply_team: { status: 400, message: texts.apply.teamMissing },
  apply_agreement: { status: 400, message: 'Please accept what everybody who comes has to accept.' },
  guardian_just_asked: {
    status: 409,
    message: 'An email was sent within the last minute. Please wait before you send another.',
  },
  guardian_declined: {
    status: 409,
    message: 'Your parent or guardian said no. Only the organizers can ask them again: please write to them.',
  },
  guardian_asked_often: {
    status: 409,
    message:
      'No more emails can be sent to this parent or guardian today. Ask whether one has arrived, or try again tomorrow.',
  },
  settings_changed: {
    status: 409,
    message:
      'Somebody else has saved this section meanwhile. Nothing of yours is lost: compare both, then save.',
  },
  settings_locked: { status: 409, message: 'This cannot change any more. {reason}' },
  agreement_changed: { status: 409, message: 'This text has changed meanwhile. Please read it again.' },
  agreement_required: {
    status: 409,
    message: 'Nobody can take part without this. To take it back, withdraw your application.',
  },
  resume_not_pdf: { status: 415, message: texts.apply.resumeNotPdf },
  deck_not_pdf: { status: 415, message: texts.apply.deckNotPdf },
  resume_too_large: { status: 413, message: texts.apply.resumeTooLarge },
  deck_too_large: { status: 413, message: texts.apply.deckTooLarge },
  deck_no_file: { status: 400, message: texts.deck.noFile },
  apply_failed: { status: 503, message: texts.apply.failed },
  deck_failed: { status: 503, message: texts.deck.failed },
  already_applied: { status: 409, message: texts.apply.already },
  registration_closed: { status: 403, message: texts.apply.closed },
  certificate_not_there: {
    status: 409,
    message: 'Certificates are for those who were checked in at the entrance.',
  },
  certificate_too_early: { status: 409, message: 'Your certificate is here once the event is over.' },
  certificate_unprintable: {
    status: 409,
    message:
      'Your name has characters that the certificate cannot show: {characters}. Write to the organizers, or change your name on your account page.',
  },
  certificates_none: { status: 409, message: 'Nobody was checked in at the entrance.' },
  resume_link_ended: {
    status: 404,
    message: 'This link has ended. Ask the organizers of the event for a new one.',
  },
  feedback_closed: { status: 409, message: 'The form for feedback is not open yet.' },
  feedback_given: { status: 409, message: 'You have given your feedback already. Thank you!' },
  feedback_not_there: { status: 409, message: 'Feedback is for those who were checked in at the entrance.' },
  export_blind: {
    status: 409,
    message: 'Review is blind, and this shows names. Turn blind review off first.',
  },
  too_many_views: { status: 409, message: 'There are 50 saved views already. Delete one first.' },
  unknown_track: { status: 400, message: 'This event has no such track.' },
  application_decided: { status: 409, message: texts.track.underReview },
  track_limited: { status: 409, message: texts.track.limitedRefused },
  details_fixed: {
    status: 409,
    message: 'This can no longer be changed here. Please write to the organizers.',
  },
  resume_fixed: {
    status: 409,
    message: 'Your application has been reviewed, so the resume can no longer be replaced.',
  },
  resume_failed: { status: 503, message: 'Your resume could not be stored. Please try again.' },
  cannot_withdraw: {
    status: 409,
    message: 'An application cannot be withdrawn after it was rejected or the person was checked in.',
  },
  deck_required: { status: 400, message: texts.apply.deckMissing },

  team_full: { status: 409, message: 'This team is full.' },
  team_limited: { status: 409, message: texts.teams.joinLimited },
  already_in_team: { status: 409, message: 'You are already in a team.' },
  not_in_team: { status: 403, message: 'You are not in this team any more.' },
  request_pending: { status: 409, message: 'You have already asked to join this team.' },
  team_size_limited: { status: 409, message: texts.track.limitedInfo },
  unknown_invite_code: { status: 404, message: 'No team has this invite code.' },
  asked_too_often: {
    status: 429,
    message: 'You have asked the leader of this team five times within a day. Please try again tomorrow.',
  },
  too_many_wrong_codes: { status: 429, message: 'Too many wrong codes. Please wait a few minutes.' },
  cannot_remove_self: { status: 400, message: 'You cannot remove yourself. Leave the team instead.' },
  request_decided: { status: 409, message: 'This join request is no longer open.' },
  requester_in_team: { status: 409, message: 'This person has joined another team meanwhile.' },
  requester_not_hacker: {
    status: 409,
    message: 'This person helps to run the event now and cannot join a team.',
  },
  too_many_pending: { status: 409, message: 'You have too many open join requests. Cancel one first.' },
  already_invited: { status: 409, message: 'You have already invited this person.' },
  invite_declined: { status: 409, message: 'You have already declined this invite.' },
  team_directory_off: { status: 404, message: 'This event has no directory of teams.' },
  preference_locked: { status: 409, message: texts.teams.preferenceLocked },

  status_changed: {
    status: 409,
    message: 'Someone else has changed this application. It now reads {status}.',
  },
  decision_final: {
    status: 409,
    message: 'This can no longer be undone: the email has been sent, or the time for it is over.',
  },
  event_full: { status: 409, message: 'Every place is taken.' },
  places_free: {
    status: 409,
    message: 'A place is free, and would be offered at once to whoever waits. Approve them instead.',
  },
  place_confirmed: {
    status: 409,
    message: 'This person has said that they come. Reject the application, or ask them to say no.',
  },
  offer_over: { status: 409, message: 'This offer has ended or is answered already.' },
  no_place_free: {
    status: 409,
    message: 'Every place is taken at the moment. Please try again later.',
  },
  status_checked_in: {
    status: 409,
    message: 'This person is already checked in, so the application cannot be rejected.',
  },

  unreadable_pass: { status: 400, message: texts.checkIn.invalidCode },
  invalid_pass: { status: 400, message: texts.checkIn.invalidPass },
  unknown_person: { status: 404, message: 'No such participant.' },
  not_approved: { status: 409, message: "This person's application is not approved." },
  already_checked_in: { status: 409, message: texts.checkIn.already },
  walk_ins_closed: {
    status: 409,
    message: 'Registration at the entrance is open on {days}. An organizer can open it on other days.',
  },
  walk_ins_full: {
    status: 409,
    message: 'Too many people are waiting. Ask an organizer at the entrance.',
  },
  walk_in_registered: {
    status: 409,
    message: 'Somebody with this email has applied already. Find them by name, or decide on the application.',
  },
  help_open: { status: 409, message: 'You are in the queue already. Cancel that request first.' },
  help_taken: { status: 409, message: 'Another mentor has this request now.' },
  help_ended: { status: 409, message: 'This request is solved or cancelled.' },
  unknown_topic: { status: 400, message: 'This event has no such topic.' },
  unknown_thing: { status: 404, message: 'Nothing with this number is lent here.' },
  thing_lent: { status: 409, message: 'Somebody has this. Take it in first.' },
  thing_reserved: { status: 409, message: 'Somebody else has reserved this.' },
  check_in_undone: { status: 409, message: 'This check-in was undone.' },
  conflict_settled: { status: 409, message: 'This conflict is already resolved.' },
  unknown_checkpoint: { status: 400, message: 'This event has no such checkpoint.' },
  not_confirmed_yet: { status: 409, message: 'Only approved participants can answer this.' },
  attendance_fixed: { status: 409, message: 'You are already checked in.' },

  score_missing: { status: 400, message: texts.judging.missing },
  wrong_credentials: { status: 401, message: 'This username and password do not match.' },
  review_denied: { status: 401, message: texts.judging.denied },
  table_scored: {
    status: 409,
    message: 'Table {number} already has scores, so its team cannot change places.',
  },
  judging_paused: { status: 409, message: 'Judging is paused.' },
  judges_unwanted: { status: 400, message: '{reason}' },
  search_empty: { status: 400, message: texts.search.empty },

  results_changed: {
    status: 409,
    message: 'Scores have changed meanwhile. Look at the winners again.',
  },
  conflict_declared: {
    status: 409,
    message: 'You said that you know this team, so you cannot score it. An organizer can lift that.',
  },
  judge_has_conflict: {
    status: 409,
    message: '{judge} said that they know the team of table {number}. Lift that first.',
  },
  table_scored_twice: {
    status: 409,
    message: '{judge} has also scored table {number}. Void one of the two scores first.',
  },
  other_rubric: {
    status: 409,
    message: 'Table {number} is not judged by the rubric of this score, so the score cannot be moved there.',
  },
  results_undecided: {
    status: 409,
    message: 'Not decided yet. Confirm or exclude each of these first: {concerns}.',
  },
  decision_changed: {
    status: 409,
    message: 'Another organizer has changed this decision meanwhile. Look at it again.',
  },
  decision_locked: { status: 409, message: 'These winners are locked. Unlock them first.' },
  decision_own: { status: 409, message: 'You decided this. Another organizer confirms it.' },
  one_prize: {
    status: 409,
    message: '{name} already wins {prize}, and a project wins one prize at this event.',
  },
  project_changed: { status: 409, message: 'Somebody on your team has saved this project meanwhile.' },
  project_closed: { status: 409, message: 'The deadline for projects has passed.' },
  project_judged: {
    status: 409,
    message: 'Judges have scored this project. Ask the organizers if it should not take part.',
  },
  project_incomplete: {
    status: 409,
    message: 'A submitted project needs a title and one line that says what it is.',
  },
  project_link_invalid: {
    status: 409,
    message: 'The links of a submitted project must be web addresses.',
  },
  picture_too_large: { status: 413, message: 'A picture can have at most 10 MB.' },
  picture_unreadable: {
    status: 415,
    message: 'This picture could not be opened. Use a JPEG, PNG or WebP picture.',
  },
  picture_heic: {
    status: 415,
    message: 'HEIC pictures cannot be opened here. Save it as a JPEG and add that.',
  },
  picture_too_many_pixels: {
    status: 413,
    message: 'A picture can have at most 50 megapixels. Make it smaller and add it again.',
  },
  picture_animated: { status: 415, message: 'This picture moves. Add a still one.' },
  picture_failed: { status: 503, message: 'The picture could not be stored. Please try again.' },
  pictures_busy: {
    status: 503,
    message: 'Many pictures arrive right now. Please try again in a few seconds.',
  },
  import_too_large: { status: 413, message: 'The file can have at most 5 MB.' },
  import_invalid: { status: 400, message: '{reason}' },
  import_failed: { status: 503, message: 'The file could not be read. Please try again.' },
  pictures_full: { status: 409, message: 'A project can have five pictures. Delete one first.' },
  project_not_approved: { status: 409, message: 'Only approved participants can enter a project.' },

  volunteer_is_admin: { status: 409, message: 'This person is already an organizer.' },
  volunteer_applied: {
    status: 409,
    message: 'This person has applied. Participants cannot be volunteers.',
  },
  shift_code_ended: {
    status: 400,
    message: 'This code has ended. Scan the one that is on the organizer’s screen now.',
  },
  shift_over: { status: 409, message: 'This shift is over. Choose a later end.' },
  announcement_sent: { status: 409, message: 'This announcement was sent already. It cannot be taken back.' },
  no_receivers: { status: 409, message: 'Nobody is in this segment.' },
  volunteer_is_staff: { status: 409, message: 'This person already has a role on the Team page.' },
  staff_applied: {
    status: 409,
    message:
      'This person has applied. Participants can only be made organizers, which ends their part in a team.',
  },
  owner_only: { status: 403, message: 'Only an owner can do this.' },
  last_owner: {
    status: 409,
    message: 'An event needs an owner. Make another organizer an owner on the Team page first.',
  },
  wallet_off: { status: 503, message: 'Mobile wallet passes are not set up for this event.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ProblemCode = keyof typeof problems;

export const problemBody = z.object({
  success: z.literal(false),
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** What is stored instead of what the caller has changed. */
  current: z.unknown().optional(),
  /** The name of the person whom a check-in was refused. */
  person: z.string().optional(),
  requestId: z.string(),
});
export type ProblemBody = z.infer<typeof problemBody>;
