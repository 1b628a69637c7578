/** Shown while a page loads; in a file of its own because it is needed before the other texts. */
export const loadingText = 'Loading...';
