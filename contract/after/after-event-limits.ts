/**
 * Lengths in code points. Answers are shown once there are at least `shownFrom`, so that no answer can be traced to a
 * person.
 */
export const feedbackLimits = { text: 2000, maxRating: 5, shownFrom: 3 } as const;

/** The longest validity of a sponsor's link, in days. */
export const longestResumeLink = 365;
