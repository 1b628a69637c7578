import { loadConfig } from '../config.ts';
import { createApplicant } from './applicants.ts';
import { callAbout, type MatrixCall } from './authz-matrix-call.ts';
import { appleChain, googleAccount, hasOpenssl } from './wallet-keys.ts';

/** The settings of both wallets, as an organiser would make them. */
function walletSettings(dataDir: string) {
  const chain = hasOpenssl ? appleChain() : undefined;
  try {
    return loadConfig({
      DATA_DIR: dataDir,
      ...chain?.environment,
      GOOGLE_WALLET_ISSUER_ID: '3388',
      GOOGLE_WALLET_SERVICE_ACCOUNT: googleAccount().json,
    });
  } finally {
    chain?.remove();
  }
}
let settings: ReturnType<typeof walletSettings> | undefined;

/** The hacker's own pass, on a site that makes such passes. */
function ownPass(wallet: 'apple' | 'google'): MatrixCall {
  return {
    route: `GET /api/wallet/${wallet}/:userId`,
    impossible: wallet === 'apple' && !hasOpenssl,
    prepare: ({ cast }, site) => {
      settings ??= walletSettings(site.services.config.dataDir);
      Object.assign(site.services.config, { apple: settings.apple, google: settings.google });
      return createApplicant(site, cast.hacker);
    },
    ask: (as, { cast }) => as.call('GET', `/wallet/${wallet}/${cast.hacker.id}`),
  };
}

/** The rows of the matrix about passes in wallets and on paper. */
export const walletCalls: Record<string, MatrixCall> = {
  'GET /api/wallet/apple/{U}': ownPass('apple'),
  'GET /api/wallet/google/{U}': ownPass('google'),
  'POST /api/badges': callAbout('POST /api/badges', (as, { applicationId }) =>
    as.call('POST', '/badges', { ids: [applicationId] }),
  ),
};
