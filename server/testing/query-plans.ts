import { sql } from 'kysely';
import type { TestApp } from './app.ts';
import { withServer } from './postgres.ts';

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** What PostgreSQL did for one statement, those of triggers and functions included. */
export interface ExecutedPlan {
  text: string;
  /** Milliseconds. */
  duration: number;
  /** The rows that all parts of the plan have produced or passed over, each as often as they ran. */
  work: number;
  /** The tables that it read. */
  tables: Set<string>;
}

function addNode(plan: ExecutedPlan, node: PlanNode): void {
  const rows =
    (node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  // A part that finds nothing has been looked for all the same.
  plan.work += Math.max(1, rows) * (node['Actual Loops'] ?? 0);
  if (node['Relation Name']) plan.tables.add(node['Relation Name']);
  for (const part of node.Plans ?? []) addNode(plan, part);
}

function parsePlan(message: string): ExecutedPlan | undefined {
  const [, duration, json] = /^duration: ([\d.]+) ms\s+plan:\s*(\{.*)$/s.exec(message) ?? [];
  if (!json) return undefined;
  const { Plan, 'Query Text': text } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode };
  const plan = { text, duration: Number(duration), work: 0, tables: new Set<string>() };
  addNode(plan, Plan);
  return plan;
}

/**
 * Has PostgreSQL report how it executes each statement of the site from now on. Returns a function that takes what was
 * reported since its last call.
 */
export async function watchPlans({ services: { db, pool }, database }: TestApp, admin: object) {
  const name = database.connection.database!;
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
  };
  for (const [key, value] of Object.entries(settings))
    await withServer(admin, `alter database "${name}" set ${key} = '${value}'`);
  const plans: ExecutedPlan[] = [];
  pool!.on('connect', (client) =>
    client.on('notice', ({ message = '' }) => {
      const plan = parsePlan(message);
      if (plan) plans.push(plan);
    }),
  );
  // The connections of before have not loaded it.
  await withServer(admin, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    name,
  ]);
  await sql`select 1`.execute(db).catch(() => undefined);
  return (): ExecutedPlan[] => plans.splice(0);
}

/** Returns how many rows each table has. */
export async function countTables({ services: { db } }: TestApp): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`.execute(
    db,
  );
  const counts = new Map<string, number>();
  for (const { name } of rows) {
    const counted = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(db);
    counts.set(name, counted.rows[0]!.n);
  }
  return counts;
}
