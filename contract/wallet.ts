import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const whose = z.object({ userId: z.uuid() });

export const getAppleWalletPass = endpoint({
  method: 'GET',
  path: '/wallet/apple/:userId',
  summary: 'The own pass for Apple Wallet, signed; 503 where the site has no certificate',
  access: 'user',
  params: whose,
  answer: 'file',
  limit: { max: 30, seconds: 60 },
});

export const getGoogleWalletLink = endpoint({
  method: 'GET',
  path: '/wallet/google/:userId',
  summary:
    'Goes to Google Wallet with the own pass in a signed link; 503 where the site has no service account',
  access: 'user',
  params: whose,
  answer: 'redirect',
  status: 302,
  limit: { max: 30, seconds: 60 },
});
