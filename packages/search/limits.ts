/** Characters of what the search reads and quotes. */
export const searchLimits = { query: 8000, major: 120, quote: 300 } as const;
