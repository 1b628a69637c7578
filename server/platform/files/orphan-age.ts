/** Milliseconds that a file without an owner stays: whoever stores it may not have committed yet. */
export const orphanAge = 24 * 3_600_000;
