import { performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from './problem.ts';

const bounds = [0.005, 0.025, 0.1, 0.5, 2.5];
const loopback = /^(::ffff:)?127\.|^::1$/;

/** How long the answers of one kind took. */
interface Series {
  within: number[];
  count: number;
  seconds: number;
}

// A proxy on this machine calls from loopback too, but says for whom.
function isLocal({ ip, headers }: FastifyRequest): boolean {
  return loopback.test(ip) && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined;
}

function durations(answers: ReadonlyMap<string, Series>): string[] {
  const name = 'http_request_duration_seconds';
  const lines = [
    `# HELP ${name} Time to answer, of everything that reaches the router.`,
    `# TYPE ${name} histogram`,
  ];
  for (const [labels, { within, count, seconds }] of answers) {
    for (const [at, bound] of bounds.entries())
      lines.push(`${name}_bucket{${labels},le="${bound}"} ${within[at]}`);
    lines.push(`${name}_bucket{${labels},le="+Inf"} ${count}`);
    lines.push(`${name}_sum{${labels}} ${seconds}`, `${name}_count{${labels}} ${count}`);
  }
  return lines;
}

function single(name: string, type: 'gauge' | 'counter', help: string, value: number): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, `${name} ${value}`];
}

function ofProcess(): string[] {
  const { user, system } = process.cpuUsage();
  const busy = performance.eventLoopUtilization().active / 1000;
  const started = performance.timeOrigin / 1000;
  return [
    ...single('process_start_time_seconds', 'gauge', 'When the process began.', started),
    ...single('process_resident_memory_bytes', 'gauge', 'Memory of the process.', process.memoryUsage.rss()),
    ...single('process_cpu_seconds_total', 'counter', 'Processor time.', (user + system) / 1e6),
    ...single('nodejs_eventloop_busy_seconds_total', 'counter', 'Time in which the event loop worked.', busy),
  ];
}

/** Counts every answer by method, route and status, and shows the counts at `/metrics` to this machine alone. */
export function installMetrics(app: FastifyInstance): void {
  const answers = new Map<string, Series>();
  app.addHook('onResponse', (request, reply, next) => {
    const labels = `method="${request.method}",route="${request.routeOptions.url ?? 'none'}",status="${reply.statusCode}"`;
    let series = answers.get(labels);
    if (!series) {
      series = { within: bounds.map(() => 0), count: 0, seconds: 0 };
      answers.set(labels, series);
    }
    const seconds = reply.elapsedTime / 1000;
    series.count += 1;
    series.seconds += seconds;
    for (const [at, bound] of bounds.entries()) if (seconds <= bound) series.within[at]! += 1;
    next();
  });
  app.get('/metrics', async (request, reply) => {
    if (!isLocal(request)) fail('not_found');
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(`${[...durations(answers), ...ofProcess()].join('\n')}\n`);
  });
}
