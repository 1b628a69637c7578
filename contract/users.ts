import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { emailAddress, line } from './text-rules.ts';

export const role = z.enum(['hacker', 'volunteer', 'admin']);
export const teamPreference = z.enum(['solo', 'lookingForTeam', 'hasTeam']);

/** The signed-in person, as that person sees themselves. */
export const user = z.object({
  _id: z.uuid(),
  name: z.string(),
  email: z.string(),
  photo: z.string().nullable(),
  team: z.uuid().nullable(),
  teamPreference: teamPreference.nullable(),
  role,
  qrCode: z.string().nullable(),
  attendanceConfirmed: z.boolean(),
});
export type User = z.infer<typeof user>;

export const success = z.object({ success: z.literal(true) });
export const done = success.extend({ message: z.string() });

const returnTo = z.object({ returnTo: z.string().max(500).optional() });

export const startSignIn = endpoint({
  method: 'GET',
  path: '/auth/login',
  summary: 'Goes to the sign-in provider, or to the sign-in page',
  access: 'open',
  query: returnTo,
  answer: 'redirect',
  status: 302,
  limit: { max: 600, seconds: 600 },
});

export const finishSignIn = endpoint({
  method: 'GET',
  path: '/auth/callback',
  summary: 'Where the sign-in provider sends people back to; 400 without the state of this browser',
  access: 'open',
  query: z.record(z.string(), z.string().max(4000)),
  answer: 'redirect',
  status: 302,
  limit: { max: 600, seconds: 600 },
});

export const signInOptions = endpoint({
  method: 'GET',
  path: '/auth/options',
  summary: 'Which ways of signing in this site offers, and whether its mail leaves the machine',
  access: 'open',
  answer: z.object({ provider: z.object({ name: z.string() }).nullable(), mailIsDelivered: z.boolean() }),
});

export const startEmailSignIn = endpoint({
  method: 'POST',
  path: '/auth/email/start',
  summary: 'Mails a sign-in code; answers the same for known and unknown addresses',
  access: 'all',
  body: z.strictObject({ email: emailAddress }),
  answer: success,
  limit: { max: 600, seconds: 600 },
});

export const verifyEmailSignIn = endpoint({
  method: 'POST',
  path: '/auth/email/verify',
  summary: 'Signs in with the code from the mail',
  access: 'all',
  body: z.strictObject({
    email: emailAddress,
    code: z
      .string()
      .transform((code) => code.replace(/\s/g, ''))
      .pipe(z.string().regex(/^\d{6}$/, 'is six digits')),
  }),
  answer: success.extend({ user }),
  limit: { max: 600, seconds: 600 },
});

export const useSignInLink = endpoint({
  method: 'POST',
  path: '/auth/link',
  summary:
    'Signs in with a one-time link that the program printed; the link for the first organiser also makes one, of the person signed in or of the given address',
  access: 'all',
  body: z.strictObject({ token: z.string().min(20).max(200), email: emailAddress.optional() }),
  answer: success.extend({ user }),
  limit: { max: 600, seconds: 600 },
});

export const currentUser = endpoint({
  method: 'GET',
  path: '/auth/user',
  summary: 'Who is signed in',
  access: 'all',
  answer: z.discriminatedUnion('success', [
    success.extend({ user }),
    z.object({ success: z.literal(false), user: z.null() }),
  ]),
});

export const signOut = endpoint({
  method: 'GET',
  path: '/auth/logout',
  summary: 'Ends the session, unless another site asked for it',
  access: 'open',
  answer: 'redirect',
  status: 302,
});

export const renameMe = endpoint({
  method: 'PUT',
  path: '/users/me',
  summary: 'Sets the own name',
  access: 'user',
  body: z.strictObject({ name: line(limits.text.name) }),
  answer: success.extend({ user }),
});

export const setTeamPreference = endpoint({
  method: 'PUT',
  path: '/users/team-preference',
  summary: 'Sets the own team preference, while in no team',
  access: 'hacker',
  body: z.strictObject({ teamPreference: z.enum(['solo', 'lookingForTeam']) }),
  answer: success.extend({ user }),
});

export const exportMe = endpoint({
  method: 'GET',
  path: '/users/me/export',
  summary: 'Everything that the site holds about the own person, as a zip',
  access: 'user',
  answer: 'file',
  limit: { max: 10, seconds: 3600 },
});

export const deleteMe = endpoint({
  method: 'DELETE',
  path: '/users/me',
  summary:
    'Deletes the own account and everything that belongs to it; needs a sign-in of the last 10 minutes',
  access: 'user',
  answer: success,
});
