import { searchLimits } from '../packages/search/limits.ts';

/**
 * The limits of the program, on both sides; lengths in code points, sizes in bytes, times in milliseconds. How often a call
 * may be made is the `limit` of its endpoint; session lifetimes are in `session-lifetimes.ts`, limits of feedback and
 * sponsors' links in `after-event-limits.ts`, those of help and lending with their calls, and quotas of teams and invite
 * codes in `server/teams/team-quotas.ts`.
 */
export const limits = {
  pdf: { maxBytes: 1_048_575, maxHeaderOffset: 1024 },
  text: {
    name: 100,
    teamName: 50,
    major: searchLimits.major,
    dietaryDetail: 200,
    tShirtSize: 20,
    whyJoin: 5000,
    message: 500,
    query: searchLimits.query,
    filter: 120,
    searchTerm: 100,
    email: 254,
    reason: 200,
    note: 2000,
    need: 100,
    idea: 100,
    track: 100,
    viewName: 60,
    viewSearch: 600,
    skills: 100,
    about: 140,
  },
  team: {
    minSize: 2,
    maxSize: 4,
    defaultSize: 4,
    inviteCodeLength: 6,
    maxPending: 10,
    maxFound: 50,
    maxOpen: 500,
    maxCards: 200,
  },
  json: { maxBytes: 65_536, maxDepth: 20 },
  signInCode: {
    digits: 6,
    tries: 5,
    lifetime: 10 * 60_000,
    resendAfter: 30_000,
    /** Browsers that did not ask for the code have `tries` together, and then one more in this time. */
    outsideTryEvery: 2 * 60_000,
    /**
     * Emails with codes: `max` within the last `within`, then one more every `thenEvery`. Limits one browser, one network
     * address for one mailbox, and one mailbox in all. Known devices share only the first limit. Beyond a limit the answer
     * is `too_many_codes`.
     */
    perBrowser: [
      { max: 3, within: 15 * 60_000, thenEvery: 5 * 60_000 },
      { max: 10, within: 24 * 3_600_000, thenEvery: 3_600_000 },
    ],
    perNetwork: [
      { max: 10, within: 15 * 60_000, thenEvery: 60_000 },
      { max: 30, within: 24 * 3_600_000, thenEvery: 3_600_000 },
    ],
    perMailbox: [
      { max: 20, within: 15 * 60_000, thenEvery: 60_000 },
      { max: 60, within: 24 * 3_600_000, thenEvery: 1_800_000 },
    ],
    /**
     * Emails to all addresses together. Beyond `max`, a network gets no more while it has asked for `maxUnused` more
     * mailboxes that did not sign in than mailboxes that did, within a day; it may ask again after `retryAfter`. Known
     * devices are exempt.
     */
    siteWide: { max: 1000, within: 10 * 60_000, maxUnused: 20, retryAfter: 60_000 },
  },
  freshSignIn: 10 * 60_000,
  application: { redirectAfter: 5000 },
  /** People waiting at the entrance at once, and how long an entry cannot be displaced when the list is full. */
  walkIns: { maxWaiting: 300, keptAfter: 60_000 },
  checkIn: {
    successFor: 5000,
    scanDelay: 500,
    cameraTimeout: 3000,
    cameraSettle: 500,
    sameCodeFor: 2500,
    maxResults: 50,
    idealVideo: 720,
    maxVideo: { width: 1920, height: 1080 },
    payloadMaxBytes: 1024,
    maxBatch: 100,
    maxRefusedScans: 200,
    maxSettled: 200,
    /** How long a volunteer can undo their own last check-in. */
    undoSeconds: 60,
  },
  /** How long a shift can last, how long its code is valid, and when the code renews itself, in milliseconds. */
  shift: { longest: 24 * 3_600_000, codeFor: 120_000, renewAfter: 60_000 },
  /** The answers to an event's own questions. */
  answer: { line: 200, note: 2000, file: 5_242_880 },
  /**
   * Validity of a guardian's link in days, the shortest time between two emails, and the daily maximum of emails per
   * applicant and per mailbox.
   */
  guardian: { days: 14, again: 60_000, perApplicant: 10, perMailbox: 5 },
  /** Invitations per mailbox and day, from everybody together. */
  invitations: 5,
  /** `undoFor`: how long an announcement that can be undone waits, in milliseconds. */
  announcement: { subject: 150, text: 5000, selected: 1000, undoFor: 60_000 },
  /** The length of a push subscription's address, and the number of devices per person. */
  push: { endpoint: 1000, devices: 10 },
  project: {
    title: 80,
    tagline: 140,
    description: 10_000,
    link: 500,
    tag: 30,
    tags: 12,
    pictures: 5,
    alternativeText: 200,
  },
  /** An uploaded export of projects, and the number of remarks returned about it. */
  csvImport: { maxBytes: 5_242_880, maxRows: 2000, maxProblems: 200 },
  /** What is accepted, and the most pixels that are stored. */
  picture: {
    maxBytes: 10_485_760,
    maxPixels: 51_000_000,
    large: { width: 1600, height: 1200 },
    thumbnail: { width: 640, height: 800 },
    /** The additional sizes in which a picture of the event is stored for pages. */
    widths: [640, 960, 1440],
  },
  /** Bytes of an event file that is not a picture. */
  eventFile: { film: 104_857_600, captions: 1_048_576, font: 20_971_520 },
  admin: { pageSize: 50, maxPageSize: 500, previewLength: 100, previewTags: 3, maxViews: 50 },
  /** For a group of winners: ranks, confirmed concerns or excluded entries, and reordered ranks. */
  results: { maxPlaces: 10, maxDecisions: 2000, maxOrdered: 30 },
  /** Entries per page of the log, failed emails in one list, and hits of each kind in the palette. */
  log: { pageSize: 50, failedMails: 200, exportedAtOnce: 1000 },
  find: { perKind: 5 },
  /** Badges per sheet of paper, and per call. */
  badges: { perSheet: 8, atOnce: 48 },
  judging: {
    maxTeamNumber: 100_000,
    tableTeamName: 100,
    maxMark: 10,
    criterion: 60,
    username: 60,
    password: 256,
    deviceMark: 100,
    judgeList: 20_000,
    /** Judges created in one call. */
    maxAtOnce: 100,
    scoresPerTeam: 3,
    /** How many judges should score a table in each special category it entered. */
    scoresPerCategory: 2,
    /** How long a judge counts as present at the suggested table. */
    visit: 10 * 60_000,
    /** How long a visit should take: judges see it, but nothing ends. */
    perTable: 5 * 60_000,
    /** How long a table is not suggested after a judge reported it empty. */
    absentFor: 15 * 60_000,
    busyFor: 5 * 60_000,
    /** How many of a judge's latest reports of busy tables count for other judges. */
    busyReports: 2,
    /** After how long without a score or a skip organizers see a judge as silent. */
    silentAfter: 12 * 60_000,
    /** The time span whose scores determine the pace. */
    paceWindow: 30 * 60_000,
    /** How long the same score without a key counts as a repeat. */
    repeatWithin: 30_000,
  },
  search: {
    maxResults: 100,
    maxText: 8000,
    /** Results below the line: people who fit only part of the query. */
    maxBelow: 20,
    fieldValues: 10,
    /** Characters of a language model's summary. */
    maxSummary: 1200,
    /** The event's own terms, the examples for each, and the length of either. */
    terms: 50,
    examples: 10,
    term: 60,
    /** How many of the organizers' last questions are stored. */
    questions: 20,
    /** Token limits beyond which a search mode warns: Vector above, RAG below and above. */
    vectorMax: 50,
    ragMin: 20,
    ragMax: 200,
  },
  /** Applications that an organizer claims at once. */
  claim: { size: 10, maxSize: 50 },
  toasts: { visible: 20, judging: 4000 },
} as const;
