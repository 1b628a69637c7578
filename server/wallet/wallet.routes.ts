import type { FastifyInstance } from 'fastify';
import { appleWalletPass, googleWalletLink } from '../../contract/wallet.ts';
import { fail } from '../http/problem.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { mayCarryPass } from './wallet.policy.ts';
import { applePassOf, googleLinkOf } from './wallet.service.ts';

/** Serves the pass for the wallets of phones. */
export function walletRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, appleWalletPass, async ({ actor, params, reply }) => {
    if (!mayCarryPass(actor, params.userId)) fail('forbidden');
    const pass = await applePassOf(services, params.userId);
    return reply
      .type('application/vnd.apple.pkpass')
      .header('content-disposition', 'attachment; filename="check-in.pkpass"')
      .send(pass);
  });

  route(app, services, googleWalletLink, async ({ actor, params, reply }) => {
    if (!mayCarryPass(actor, params.userId)) fail('forbidden');
    return reply.redirect(await googleLinkOf(services, params.userId));
  });
}
