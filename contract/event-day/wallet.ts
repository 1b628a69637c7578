import { endpoint } from '../platform/endpoint.ts';

export const getAppleWalletPass = endpoint('GET /wallet/apple/:userId', 'user', {
  summary: 'Download your signed pass for Apple Wallet; 503 when the site has no certificate',
  response: 'file',
  limit: { max: 30, seconds: 60 },
});

export const getGoogleWalletLink = endpoint('GET /wallet/google/:userId', 'user', {
  summary: 'Open Google Wallet with your pass in a signed link; 503 when the site has no service account',
  response: 'redirect',
  status: 302,
  limit: { max: 30, seconds: 60 },
});
