import { expect, test } from 'vitest';
import { isIn, isTest, modules, sources } from './testing/source-tree.ts';

// Security properties reviewed once; these tests keep them. Before you add a file to one of these lists, check what a
// visitor could put into it.

const product = modules.filter(
  (file) =>
    isIn('contract', 'packages', 'server', 'web')(file) &&
    !isTest(file) &&
    !/^web\/vite\/|\/fixtures\//.test(file),
);
const listUsing = (pattern: RegExp) => product.filter((file) => pattern.test(sources.get(file) ?? ''));
const within = (files: string[], allowed: string[]) => files.filter((file) => !allowed.includes(file));

test('statements are built from text by these files only, which have none of a visitor', () => {
  const fromText = listUsing(/\bsql\.raw\(|CompiledQuery\.raw\(|\.query\(\s*`[^`]*\$\{/);
  expect(within(fromText, [...migrations, ...statementBuilders])).toEqual([]);
  expect(fromText.length).toBeGreaterThan(5);
});
const migrations = product.filter(isIn('server/platform/db/migrations'));
const statementBuilders = [
  // The direction of a sort: one of two words.
  'server/apply/applications/applications-admin.queries.ts',
  // Statements that Kysely has compiled, with their parameters.
  'server/platform/db/statements.ts',
  // Names of roles and tables, from the settings and the schema.
  'server/operations/backup/backup.queries.ts',
  'server/operations/backup/new-event.queries.ts',
  'packages/embedded-postgres/embedded.ts',
  'server/platform/db/schema.ts',
  // The name of a channel.
  'server/platform/live/listener.ts',
  // The statements of the doctor itself.
  'server/operations/doctor/doctor.queries.ts',
];

test('programs are started by these files only, never with a command line', () => {
  const starters = listUsing(/from 'node:child_process'/);
  // The built-in database, and what reads strangers' documents, pictures and texts, which gets them as a message.
  expect(starters.filter((file) => !file.startsWith('packages/embedded-postgres/'))).toEqual([
    'server/platform/files/child-pool.ts',
  ]);
  expect(listUsing(/\bshell: (true|')|\bexec(File)?(Sync)?,? .*from 'node:child_process'/)).toEqual([]);
  // The one shell gets a script without a gap, and a folder of the settings as its argument.
  expect(listUsing(/\/bin\/sh/)).toEqual(['packages/embedded-postgres/account.ts']);
});

test('connections are opened by these files only, to addresses of the settings', () => {
  const connects =
    /\bfetch\(|createTransport\(|new S3Client\(|new (pg\.)?(Client|Pool)\(|from 'node:(tls|http2|dgram|https)'/;
  const opening = listUsing(connects).filter(isIn('server'));
  expect(within(opening, connecting)).toEqual([]);
  expect(opening.length).toBeGreaterThan(5);
});
const connecting = [
  'server/people/auth/oidc-provider.ts',
  'server/operations/backup/backup.service.ts',
  'server/operations/backup/new-event.service.ts',
  'server/operations/backup/restore.service.ts',
  'server/platform/db/database-server.ts',
  'packages/embedded-postgres/process.ts',
  'packages/embedded-postgres/embedded.ts',
  'server/platform/db/open.ts',
  'server/platform/db/lease.ts',
  'server/platform/files/bucket.ts',
  'server/platform/live/listener.ts',
  'server/platform/mail/mail.doctor.ts',
  'server/platform/mail/transport.ts',
  // Addresses that browsers name, of the hosts of `push-services.ts`.
  'server/platform/push/send-push.ts',
  'server/apply/search/models/endpoint.ts',
  // The address of the settings, if it is on the public internet.
  'server/platform/webhook/send-webhook.ts',
];

test('nothing switches the check of certificates off', () =>
  expect(listUsing(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|ignoreTLS|checkServerIdentity/)).toEqual(
    [],
  ));

test('only what the server has rendered from Markdown becomes HTML in the web', () =>
  expect(
    listUsing(/dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|srcDoc/i),
  ).toEqual([
    'web/event/public/gallery.tsx',
    'web/projects/project/project-form.tsx',
    'web/projects/projects-overview/opened-project.tsx',
  ]));

test('password fields are masked, known to password managers, and can be pasted into', () => {
  const fields = product.flatMap((file) =>
    [...(sources.get(file) ?? '').matchAll(/<Input\b[\s\S]*?\/>/g)]
      .map(([field]) => field)
      .filter((field) => /['"]password['"]|current-password/.test(field)),
  );
  expect(fields).toHaveLength(2);
  for (const field of fields) {
    expect(field).toMatch(/type=("password"|\{shown \? 'text' : 'password'\})/);
    expect(field).toContain('autoComplete="current-password"');
  }
  expect(listUsing(/\[shown, setShown\] = useState\(true\)/)).toEqual([]);
  expect(listUsing(/onPaste|['"]paste['"]/)).toEqual([]);
});

test('rows and tables are locked in `x.locks.ts`, and where server/testing/lock-order.ts says', () => {
  const locking = listUsing(
    /\.for(NoKeyUpdate|Update|Share|KeyShare)\(|\bfor (no key update|update|share|key share)\b|\block table\b/,
  );
  expect(
    locking.filter((file) => !/\.locks\.ts$/.test(file) && !isIn('server/platform/db/migrations')(file)),
  ).toEqual([
    'server/event-day/announcements/announcement-pushes.queries.ts',
    'server/event-day/check-in/check-in.queries.ts',
    'server/judging/judges.queries.ts',
    'server/judging/tables.queries.ts',
  ]);
});
