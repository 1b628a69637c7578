import { endpoint } from '../platform/endpoint.ts';

export const exportPersonalData = endpoint('GET /users/me/export', {
  summary: 'Export your personal data as a zip',
  access: 'user',
  response: 'file',
  limit: { max: 10, seconds: 3600 },
  audit: { action: 'account.exported' },
});

export const deleteMyAccount = endpoint('DELETE /users/me', {
  summary:
    'Delete your account and everything that belongs to it; needs a sign-in within the last 10 minutes',
  access: 'user',
});
