import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import Fastify from 'fastify';
import pg from 'pg';
import type { Statement } from '../server/testing/frequent-calls.ts';
import type { Recording } from './record.ts';

/** What the baseline serves: a constant for each path, or the statements of a recorded call. */
export interface Baseline {
  database: string;
  constant: { port: number; documents: Record<string, { headers: Record<string, string>; base64: string }> };
  replay: { port: number; calls: Record<string, Recording & { varies?: Varying }> };
}

/** The values of a recorded call that differ in each call. */
export interface Varying {
  userId: string;
  key: string;
  checkpoint: string;
}

const baseline: Baseline = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));

const app = Fastify();
for (const [path, { headers, base64 }] of Object.entries(baseline.constant.documents)) {
  const content = Buffer.from(base64, 'base64');
  app.get(path, (_request, reply) => reply.headers(headers).send(content));
}
await app.listen({ port: baseline.constant.port, host: '127.0.0.1' });

const pool = new pg.Pool({ connectionString: baseline.database, max: 10 });
const names = new Map<string, string>();

function run(client: pg.Pool | pg.PoolClient, { text, values }: Statement) {
  if (values.length === 0) return client.query(text);
  if (!names.has(text)) names.set(text, `baseline${names.size}`);
  return client.query({ name: names.get(text)!, text, values });
}

async function readBody(request: IncomingMessage): Promise<Record<string, string>> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text ? JSON.parse(text) : {};
}

function replaceValues(
  statements: Statement[],
  recorded: Varying,
  sent: Record<string, string>,
  key: string,
): Statement[] {
  const swap = new Map<unknown, unknown>([
    [recorded.userId, sent.userId],
    [recorded.key, key],
    [recorded.checkpoint, sent.checkpoint],
  ]);
  return statements.map(({ text, values }) => ({
    text,
    values: values.map((value) => (swap.has(value) ? swap.get(value) : value)),
  }));
}

const server = createServer(async (request, response) => {
  const call = baseline.replay.calls[`${request.method} ${request.url}`];
  if (!call) return void response.writeHead(404).end();
  const sent = request.method === 'POST' ? await readBody(request) : {};
  const statements = call.varies
    ? replaceValues(call.statements, call.varies, sent, String(request.headers['idempotency-key']))
    : call.statements;
  if (statements.length < 2) for (const statement of statements) await run(pool, statement);
  else {
    const client = await pool.connect();
    for (const statement of statements) await run(client, statement);
    client.release();
  }
  response.writeHead(200, { 'content-type': call.type, 'content-length': Buffer.byteLength(call.body) });
  response.end(call.body);
});
server.listen(baseline.replay.port, '127.0.0.1', () => process.stdout.write('ready\n'));
