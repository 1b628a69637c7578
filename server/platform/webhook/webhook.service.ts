import { randomUUID } from 'node:crypto';
import type * as contract from '../../../contract/platform/webhook.ts';
import { recordAudit } from '../audit/audit.service.ts';
import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import type { Call } from '../http/call.ts';
import { fail } from '../http/problem.ts';
import { addJob } from '../jobs/add-job.ts';
import type { PayloadOf } from '../jobs/define-job.ts';
import { deliverWebhookJob } from '../jobs/platform.jobs.ts';
import type { Services } from '../services.ts';
import { sendWebhook } from './send-webhook.ts';
import * as queries from './webhook.queries.ts';

const mostListed = 100;

/**
 * Queues an event for the webhook of the settings, in the transaction of the change, to be delivered after `delaySeconds`.
 * Returns the id of the delivery; does nothing without a webhook. `text` and `data` must not contain names or addresses,
 * since they leave the site.
 */
export async function queueWebhook(
  trx: Db,
  { config, now }: Pick<Services, 'config' | 'now'>,
  what: { type: string; text: string; data: Record<string, unknown> },
  { delaySeconds = 0 } = {},
): Promise<string | undefined> {
  if (!config.webhook) return undefined;
  const id = randomUUID();
  await queries.insertDelivery(trx, { ...what, id, at: now() });
  await addJob(trx, deliverWebhookJob, { id }, { delaySeconds });
  return id;
}

/** The job that delivers once. Throws if another try may help: after no response, 408, 429 and server errors. */
export async function deliverWebhook(services: Services, { id }: PayloadOf<typeof deliverWebhookJob>) {
  const { db, config, now, webhooks } = services;
  const delivery = await queries.findDelivery(db, id);
  if (!config.webhook || delivery?.state !== 'waiting') return;
  const came = await sendWebhook(webhooks, config.webhook, delivery, now());
  const { status } = came;
  const isDelivered = status >= 200 && status < 300;
  const isLast = delivery.attempts + 1 >= deliverWebhookJob.attempts;
  const mayHelp = !isDelivered && (status === 0 || status === 408 || status === 429 || status >= 500);
  const state = isDelivered ? 'delivered' : mayHelp && !isLast ? 'waiting' : 'failed';
  await queries.updateDelivery(db, id, { ...came, state });
  if (state === 'waiting') throw new Error(`the webhook answered ${status || 'nothing'}`);
}

/** Lists the last deliveries, newest first. Throws `not_found` without a webhook. */
export async function listWebhookDeliveries({ db, config }: Services): Promise<contract.WebhookDelivery[]> {
  if (!config.webhook) fail('not_found');
  const rows = await queries.selectDeliveries(db, mostListed);
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

/** Delivers something again; does nothing if it is already waiting. Throws `not_found`. */
export async function retryWebhookDelivery(
  { db, config }: Services,
  { actor, params: { id } }: Call<typeof contract.retryWebhookDelivery>,
): Promise<void> {
  if (!config.webhook || !(await queries.findDelivery(db, id))) fail('not_found');
  await transact(db, async (trx) => {
    if (!(await queries.updateToWaiting(trx, id))) return;
    await addJob(trx, deliverWebhookJob, { id });
    await recordAudit(trx, actor.id, 'webhook.repeated', id);
  });
}
