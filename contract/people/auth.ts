import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { success } from '../platform/responses.ts';
import { emailAddress } from '../platform/text-rules.ts';
import { user } from './users.ts';

const returnTo = z.object({ returnTo: z.string().max(500).optional() });

export const startSignIn = endpoint('GET /auth/login', 'open', {
  summary: 'Start a sign-in: redirect to the provider, or to the sign-in page',
  query: returnTo,
  response: 'redirect',
  status: 302,
  limit: { max: 600, seconds: 600 },
});

export const finishSignIn = endpoint('GET /auth/callback', 'open', {
  summary: 'Finish a sign-in at the provider; 400 in a browser that did not start it',
  query: z.record(z.string(), z.string().max(4000)),
  response: 'redirect',
  status: 302,
  limit: { max: 600, seconds: 600 },
});

export const getSignInOptions = endpoint('GET /auth/options', 'open', {
  summary: 'Get the ways to sign in, and whether email is delivered',
  response: z.object({ provider: z.object({ name: z.string() }).nullable(), mailIsDelivered: z.boolean() }),
});

export const startEmailSignIn = endpoint('POST /auth/email/start', 'all', {
  summary:
    'Send a sign-in code by email, or 429 when too many were asked for; same answer for known and unknown addresses',
  body: z.strictObject({ email: emailAddress }),
  limit: { max: 600, seconds: 600 },
});

const codeOfEmail = z.strictObject({
  email: emailAddress,
  code: z
    .string()
    .transform((code) => code.replace(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'is six digits')),
});

export const verifyEmailSignIn = endpoint('POST /auth/email/verify', 'all', {
  summary: 'Sign in with the code from the email',
  body: codeOfEmail.extend({
    /** Whether the code confirms the address of the provider's account that this browser just signed in with. */
    withProvider: z.boolean().optional(),
  }),
  response: success.extend({ user }),
  limit: { max: 600, seconds: 600 },
});

export const redeemSignInLink = endpoint('POST /auth/link', 'all', {
  summary:
    'Sign in with a printed one-time link; the link for the first organizer also makes the signed-in user, or the given address, an organizer',
  body: z.strictObject({ token: z.string().min(20).max(200), email: emailAddress.optional() }),
  response: success.extend({ user }),
  limit: { max: 600, seconds: 600 },
});

export const getCurrentUser = endpoint('GET /auth/user', 'all', {
  summary: 'Get the signed-in user',
  viewable: true,
  response: z.discriminatedUnion('success', [
    success.extend({ user }),
    z.object({ success: z.literal(false), user: z.null() }),
  ]),
});

export const getPassPage = endpoint('GET /auth/pass', 'all', {
  summary:
    'Read the page with your pass, or the one that signs you in; both work without scripts, in any browser',
  response: 'page',
  limit: { max: 600, seconds: 600 },
});

export const openPass = endpoint('POST /auth/pass', 'all', {
  summary:
    'Sign in on the page of the pass: sends a code, and with the code opens the pass; 400 in a browser that did not open that page',
  body: codeOfEmail.partial({ code: true }),
  webForm: 1024,
  response: 'page',
  limit: { max: 600, seconds: 600 },
});

export const signOut = endpoint('GET /auth/logout', 'open', {
  summary: 'Sign out; requests from other sites are ignored',
  response: 'redirect',
  status: 302,
});
