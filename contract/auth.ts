import { z } from 'zod';
import { success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { emailAddress } from './text-rules.ts';
import { user } from './users.ts';

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

export const getSignInOptions = endpoint({
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

export const redeemSignInLink = endpoint({
  method: 'POST',
  path: '/auth/link',
  summary:
    'Signs in with a one-time link that the program printed; the link for the first organiser also makes one, of the person signed in or of the given address',
  access: 'all',
  body: z.strictObject({ token: z.string().min(20).max(200), email: emailAddress.optional() }),
  answer: success.extend({ user }),
  limit: { max: 600, seconds: 600 },
});

export const getCurrentUser = endpoint({
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
