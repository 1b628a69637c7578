/** What shows while a page is on its way; apart from the other texts, because it alone is needed before them. */
export const loadingText = 'Loading...';
