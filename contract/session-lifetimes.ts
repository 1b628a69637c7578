const hour = 3_600_000;

/** How long sessions of users last by role, in milliseconds: without use, and in all. */
export const sessionLifetimes = {
  hacker: { idle: 24 * hour, absolute: 7 * 24 * hour },
  volunteer: { idle: 14 * hour, absolute: 24 * hour },
  admin: { idle: 8 * hour, absolute: 24 * hour },
};
