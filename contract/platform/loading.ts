/** Shown while a page loads; in its own file because it is needed before the other texts. */
export const loadingText = 'Loading...';
