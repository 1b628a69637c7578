import { loadingText } from './platform/loading.ts';
import { getOwnValue } from './platform/own-value.ts';

/**
 * Every text that the specification's sections 5 and 8 prescribe, for server and pages. `fill` replaces the placeholders.
 */
export const texts = {
  apply: {
    missing: 'Please fill in all required fields: ',
    dietaryDetail: 'Please specify your dietary restrictions',
    resumeMissing: 'Please upload your resume',
    deckMissing: 'Please upload your pitch deck for {track}',
    teamNameMissing: 'Please enter a team name',
    teamMissing: 'Please select a team to join',
    resumeNotPdf: 'Please upload a PDF file for your resume',
    deckNotPdf: 'Please upload a PDF file for your pitch deck',
    resumeTooLarge: 'Resume file size must be less than 1MB',
    answerFileTooLarge: 'This file is larger than 5 MB. Make it smaller and choose it again.',
    deckTooLarge: 'Pitch deck file size must be less than 1MB',
    failed: 'An error occurred while submitting your application',
    already: 'You have already submitted an application',
    closed: 'Registration is closed',
    submitted: 'Application submitted',
  },
  deck: {
    noFile: 'Please select a file to upload',
    failed: 'Failed to upload pitch deck',
    done: 'Pitch deck uploaded and track updated successfully!',
  },
  track: {
    failed: 'Failed to update track',
    done: 'Track updated successfully!',
    underReview: 'Under Review',
    limitedInfo: '{track}: Teams are limited to {max} members maximum or solo participation only.',
    limitedConfirm:
      'You are switching to {track}. Your current team has {max} members, which is the maximum allowed for {track}. Continue?',
    limitedRefused:
      'Cannot switch to {track}: Your current team has more than {max} members. {track} teams are limited to {max} members maximum or solo participation.',
  },
  teams: {
    createFailed: 'An error occurred while creating your team',
    joinFailed: 'Failed to join team',
    leaveFailed: 'An error occurred while leaving your team',
    removeFailed: 'An error occurred while removing the team member',
    loadFailed: 'Failed to load team information',
    couldNotLoad: 'Could not load team information',
    requestFailed: 'Failed to {action} join request',
    cancelFailed: 'Failed to cancel join request',
    joinLimited:
      'Cannot join this team: {track} teams are limited to {max} members maximum. This team already has {max} members.',
    preferenceLocked: 'You must leave your current team before changing your preference',
    preferenceFailed: 'Failed to update team preference',
    preferenceUnset: 'Team preference not yet set. Please update your application.',
    preferenceDone: 'Team preference updated successfully',
    created: 'Team created successfully!',
    joined: 'Successfully joined the team!',
    left: 'You have left the team',
    removed: 'Team member has been removed',
    requestDone: 'Join request {action} successfully',
    cancelDone: 'Join request cancelled successfully',
    codeCopied: 'Team code copied to clipboard!',
  },
  dashboard: {
    loading: 'Loading your application...',
    failed: 'Failed to fetch your application. Please try again later.',
    badge: {
      pending: 'Application Pending',
      approved: 'Application Approved',
      rejected: 'Application Rejected',
    },
    approved: 'Congratulations!',
    rejected:
      "We're sorry, but your application was not selected for this hackathon. We encourage you to apply for future events!",
    priorityPass: 'Priority Check-in Pass',
    priorityBanner: 'PRIORITY ACCESS',
    community: 'Join Our Community',
  },
  admin: {
    title: 'Admin Dashboard',
    listFailed: 'Failed to fetch applications. Please try again later.',
    statusFailed: 'Failed to update application status. Please try again.',
    teamFailed: 'Could not fetch team details',
    teamNotLoaded: 'Could not load team details.',
    nothingSelected: 'Select an application to view details',
    noResultSelected: 'Select a search result to view details',
    noEmail: 'No email',
    noName: 'Unnamed User',
    toApproved: 'Change to Approved',
    toRejected: 'Change to Rejected',
  },
  search: {
    empty: 'Please enter a search query',
    validateFailed: 'Failed to validate search query',
    failed: 'Search failed. Please try again.',
    found: 'Found {count} results using {mode} search',
    viewResults: 'View Search Results',
    viewApplications: 'View Applications',
    clearFilters: 'Clear Filters',
    warningTitle: 'Search Optimization Warning',
    useRag:
      'This query has {tokens}. Vector search works best up to {limit}; for a description this long RAG is recommended.',
    useVector:
      'This query has {tokens}. RAG search is meant for {limit} or more; for a query this short Vector is recommended.',
    expensive: 'This query has {tokens}. RAG search with more than {limit} is expensive.',
    proceedExpensive: 'Proceed with Expensive RAG Search',
    matchMeaning: '{percent}% of what you asked for is supported by the application.',
    corrected: 'Searched for “{to}” instead of “{from}”.',
    nobodyMentions: 'Nobody mentions {words}.',
    fitTheRest: 'Nobody fits all of it. The people below fit a part.',
    belowTheLine: 'Below the line: they fit only a part of what you asked for.',
    untold: 'Applications do not tell who is {words}.',
    searchedRest: 'Searched for the rest.',
    nothing:
      'Nobody fits this. Try other words for it, fewer things at once, or no filters: “first-year designers”, “knows embedded C, not Arduino”.',
    resumesWaiting:
      'Resumes that are not read yet: {count}. Search again in a few minutes to find what they say.',
    evidence: 'Evidence search (no AI model configured): quotes from applications, nothing generated.',
    noSummary: 'The AI model gave no answer that can be used: evidence only, quoted from applications.',
    summary: 'Written by {model} from the quotes below. It can be wrong.',
    comparing:
      'Meaning is compared for {done} of {all} applications so far. The others follow in a few minutes.',
    modelUnavailable: 'The search model did not answer. Searched by words alone.',
  },
  checkIn: {
    title: 'Participant Check-In',
    listFailed: 'Failed to fetch checked-in users',
    invalidCode: 'Invalid QR code format',
    invalidPass: 'This pass is no longer valid. Ask for the one on their dashboard, or search by name.',
    earlierPass:
      'This pass is from an earlier installation of the site. Ask for the one on their dashboard, or search by name.',
    cameraFailed: 'Error accessing camera',
    failed: 'Failed to check in participant',
    searchFailed: 'Failed to search for users',
    noneFound: 'No approved users found matching your search',
    listEmpty: 'No participants have checked in yet',
    filterEmpty: 'No results match your search',
    listLoading: 'Loading checked-in participants...',
    searchLabel: 'Search by Name or Email',
    done: 'Checked in',
    already: 'Already checked in at {time}',
    camera: {
      insecure: 'camera access is only permitted in secure context. Use HTTPS or localhost rather than HTTP.',
      noStreamApi: 'this browser has no Stream API support',
      unsupported: 'Unsupported browser',
      timeout: 'Loading camera stream timed out after 3 seconds.',
    },
  },
  judging: {
    missing: 'Missing information: Please enter both team name and team number.',
    submitFailed: 'Submission failed: Failed to submit score. Please try again.',
    submitted: 'Score submitted successfully: Score for the team has been saved.',
    trackFailed: 'Error: Failed to select track. Please try again.',
    trackSelected: 'Track selected',
    denied: 'Access denied: Invalid admin password',
    granted: 'Access granted: Welcome to the admin dashboard.',
    loadFailed: 'Error: Failed to fetch team scores',
    noTeams: 'No teams found for the selected filter',
  },
  session: { loadingText },
} as const;

/** Replaces the placeholders of a text; those without a value stay. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(getOwnValue(values, name) ?? whole));
}
