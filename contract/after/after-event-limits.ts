/** Lengths in code points. Answers are shown once there are `shownFrom`, so that no single one stands out. */
export const feedbackLimits = { text: 2000, maxRating: 5, shownFrom: 3 } as const;

/** For how many days a link for a sponsor can be. */
export const longestResumeLink = 365;
