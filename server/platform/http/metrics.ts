import { statfs } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import product from '../../../package.json' with { type: 'json' };
import { isSameText } from '../secret.ts';
import type { Services } from '../services.ts';
import { countUnsentMails, selectQueuedJobs } from './metrics.queries.ts';
import { fail } from './problem.ts';

const loopback = /^(::ffff:)?127\.|^::1$/;
const proxyHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

/**
 * Returns whether a caller may read the metrics: with METRICS_TOKEN as a bearer token from anywhere; without it only on a
 * site on loopback, without a proxy. Behind a proxy every caller has the proxy's address.
 */
function mayReadMetrics({ config }: Services, { ip, headers }: FastifyRequest): boolean {
  if (config.metricsToken) return isSameText(headers.authorization ?? '', `Bearer ${config.metricsToken}`);
  return config.loopback && loopback.test(ip) && proxyHeaders.every((name) => headers[name] === undefined);
}

/** Counts all answers by method, route and status, and serves the metrics at `/metrics`. */
export function installMetrics(app: FastifyInstance, services: Services): void {
  const register = new Registry();
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, of everything that reaches the router.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5],
    registers: [register],
  });
  app.addHook('onResponse', (request, reply, next) => {
    const { method, routeOptions } = request;
    const [route, seconds] = [routeOptions.url ?? 'none', reply.elapsedTime / 1000];
    durations.observe({ method, route, status: reply.statusCode }, seconds);
    request.log.debug({ method, route, status: reply.statusCode, seconds }, 'Request');
    next();
  });
  registerGauges(register, services);
  let measures = false;
  const measureProcess = () => {
    if (!measures) collectDefaultMetrics({ register });
    measures = true;
  };
  // The event loop's lag counts from the start, not from the first reading.
  app.addHook('onListen', (done) => {
    measureProcess();
    done();
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(services, request)) fail('not_found');
    measureProcess();
    return reply
      .header('cache-control', 'no-store')
      .type(register.contentType)
      .send(await register.metrics());
  });
}

function registerGauges(register: Registry, services: Services): void {
  const { db, config, live, pool } = services;
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    collect: (gauge: Gauge) => Promise<void> | void,
  ) => {
    const collectOrOmit = async function (this: Gauge) {
      this.reset();
      // Without a database, only its own metrics are missing.
      await Promise.resolve(collect(this)).catch(() => this.remove({}));
    };
    return new Gauge({ name, help, labelNames, registers: [register], collect: collectOrOmit });
  };
  gauge('overnight_build_info', 'The running version.', ['version'], (one) =>
    one.set({ version: product.version }, 1),
  );
  gauge('overnight_live_streams', 'Open live event streams.', [], (one) => one.set(live.size));
  gauge(
    'overnight_database_connections',
    'Connections of the pool by state; waiting counts requests for one.',
    ['state'],
    (one) => {
      if (!pool) return;
      one.set({ state: 'idle' }, pool.idleCount);
      one.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      one.set({ state: 'waiting' }, pool.waitingCount);
    },
  );
  // One query for both metrics of a reading, which are collected concurrently.
  let reading: ReturnType<typeof selectQueuedJobs> | undefined;
  const readJobs = () => {
    reading ??= selectQueuedJobs(db).finally(() => {
      reading = undefined;
    });
    return reading;
  };
  gauge('overnight_jobs_queued', 'Jobs that are waiting, by task.', ['task'], async (one) => {
    for (const { task, count } of await readJobs()) one.set({ task }, count);
  });
  gauge(
    'overnight_jobs_oldest_seconds',
    'For how long the oldest waiting job of a task has been due.',
    ['task'],
    async (one) => {
      for (const { task, age } of await readJobs()) one.set({ task }, age);
    },
  );
  gauge('overnight_mails_unsent', 'Mails that have not been sent.', [], async (one) =>
    one.set(await countUnsentMails(db)),
  );
  gauge('overnight_disk_free_bytes', 'Free space in the data folder.', [], async (one) => {
    const { bavail, bsize } = await statfs(config.dataDir);
    one.set(bavail * bsize);
  });
}
