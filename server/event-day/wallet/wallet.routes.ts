import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/event-day/wallet.ts';
import { sendDownload } from '../../platform/http/download.ts';
import { fail } from '../../platform/http/problem.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { canGetWalletPass } from './wallet.policy.ts';
import { getAppleWalletPass, getGoogleWalletLink } from './wallet.service.ts';

/** Serves passes for mobile wallets. */
export function walletRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.getAppleWalletPass, async ({ actor, params, reply }) => {
    if (!canGetWalletPass(actor, params.userId)) fail('forbidden');
    return sendDownload(reply, 'check-in.pkpass', await getAppleWalletPass(services, params.userId));
  });

  route(app, services, contract.getGoogleWalletLink, async ({ actor, params, reply }) => {
    if (!canGetWalletPass(actor, params.userId)) fail('forbidden');
    return reply.redirect(await getGoogleWalletLink(services, params.userId));
  });
}
