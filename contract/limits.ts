import { searchLimits } from '../packages/search/limits.ts';

/**
 * The limits of the program, on both sides; lengths in code points, sizes in bytes, times in milliseconds. How often a
 * call may be made is the `limit` of its endpoint; how long a session lasts is in `session-lifetimes.ts`, feedback and links for sponsors in
 * `after-event-limits.ts`, those of help and lending with their calls, quotas of teams and invite codes in `server/teams/quota.ts`.
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
    /** A browser that did not ask for the code gets `tries` as well, and then one more every so often. */
    outsideTryEvery: 2 * 60_000,
    /**
     * Emails with codes: `max` within the last `within`, and then one more every `thenEvery`. What one browser may ask for,
     * what one network address may ask for to one mailbox, and what one mailbox receives from everybody. Known devices have
     * the first limit only, and share it. Beyond a limit the answer is `too_many_codes`.
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
     * Emails to all addresses together. Beyond `max`, a network gets no more while, of the mailboxes that it asked for within a
     * day, those that did not sign in outnumber the others by `maxUnused`; it may ask again after `retryAfter`. Known devices
     * are not held up by it.
     */
    siteWide: { max: 1000, within: 10 * 60_000, maxUnused: 20, retryAfter: 60_000 },
  },
  freshSignIn: 10 * 60_000,
  application: { redirectAfter: 5000 },
  /** People who wait at the entrance at once; after how long an entry no longer gives way to others when the list is full. */
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
    /** How long a volunteer can take back their own last check-in. */
    undoSeconds: 60,
  },
  /** How long a shift can last, how long its code works, and when the code renews itself, in milliseconds. */
  shift: { longest: 24 * 3_600_000, codeFor: 120_000, renewAfter: 60_000 },
  /** The answers to an event's own questions. */
  answer: { line: 200, note: 2000, file: 5_242_880 },
  /**
   * For how many days a guardian's link works, how long after one email the next can be sent, and how many emails a day an
   * applicant causes and a mailbox gets.
   */
  guardian: { days: 14, again: 60_000, perApplicant: 10, perMailbox: 5 },
  /** How many invitations a mailbox gets within a day, whoever causes them. */
  invitations: 5,
  /** `undoFor`: how long one that can be undone waits, in milliseconds. */
  announcement: { subject: 150, text: 5000, selected: 1000, undoFor: 60_000 },
  /** The address of a push subscription, and on how many devices one person has one. */
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
  /** An uploaded export of projects, and how many sentences are answered about it. */
  csvImport: { maxBytes: 5_242_880, maxRows: 2000, maxProblems: 200 },
  /** What is accepted, and the most pixels of what is stored of it. */
  picture: {
    maxBytes: 10_485_760,
    maxPixels: 51_000_000,
    large: { width: 1600, height: 1200 },
    thumbnail: { width: 640, height: 800 },
    /** In which a picture of the event is stored for pages, besides. */
    widths: [640, 960, 1440],
  },
  /** Bytes of a file of the event that is not a picture. */
  eventFile: { film: 104_857_600, captions: 1_048_576, font: 20_971_520 },
  admin: { pageSize: 50, maxPageSize: 500, previewLength: 100, previewTags: 3, maxViews: 50 },
  /** For a group of winners: places, confirmed concerns or excluded entries, and reordered places. */
  results: { maxPlaces: 10, maxDecisions: 2000, maxOrdered: 30 },
  /** Entries of a page of the log, and emails that were given up in one list; hits of each kind in the palette. */
  log: { pageSize: 50, failedMails: 200, exportedAtOnce: 1000 },
  find: { perKind: 5 },
  /** Badges on a sheet of paper, and at most in one call. */
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
    /** How many judges should score a table in each special category that it entered. */
    scoresPerCategory: 2,
    /** How long a judge counts as present at the suggested table. */
    visit: 10 * 60_000,
    /** How long a visit should take: judges see it, nothing ends. */
    perTable: 5 * 60_000,
    /** How long a table is not suggested after a judge reported it so. */
    absentFor: 15 * 60_000,
    busyFor: 5 * 60_000,
    /** After how long without a score or a skip organizers see that a judge is silent. */
    silentAfter: 12 * 60_000,
    /** The scores of how long tell the pace. */
    paceWindow: 30 * 60_000,
    /** How long the same score without a key counts as a repeat. */
    repeatWithin: 30_000,
  },
  search: {
    maxResults: 100,
    maxText: 8000,
    /** Results below the line, of people who fit a part of the query. */
    maxBelow: 20,
    fieldValues: 10,
    /** Characters of a language model's summary. */
    maxSummary: 1200,
    /** The event's own terms, the examples of each, and the characters of either. */
    terms: 50,
    examples: 10,
    term: 60,
    /** The last questions of organizers that are stored. */
    questions: 20,
    /** Token limits beyond which a search mode warns: Vector above, RAG below and above. */
    vectorMax: 50,
    ragMin: 20,
    ragMax: 200,
  },
  /** Applications that one organizer claims at once. */
  claim: { size: 10, maxSize: 50 },
  toasts: { visible: 20, judging: 4000 },
} as const;
