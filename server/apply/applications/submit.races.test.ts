import { InsertQueryNode } from 'kysely';
import { expect } from 'vitest';
import { signUp } from '../../testing/actors.ts';
import type { TestApp } from '../../testing/app.ts';
import { submitForm } from '../../testing/forms.ts';
import { listFiles } from '../../testing/personal-data.ts';
import { countAnswers, race, rewriteStatements, withoutLocks } from '../../testing/races.ts';
import { createTestTeam, expectInvariants } from '../../testing/teams.ts';

/** Lets a person have several applications: no unique constraint, and no insert that checks for one. */
async function withoutUniqueApplication({ services, database }: TestApp): Promise<void> {
  await database.changeSchema('alter table applications drop constraint applications_user_id_key');
  const insertAnyway = rewriteStatements((node) =>
    InsertQueryNode.is(node) ? { ...node, onConflict: undefined } : node,
  );
  services.db = services.db.withPlugin(insertAnyway);
}

/** Commits every statement of a transaction on its own. */
async function withoutTransactions({ services, database }: TestApp): Promise<void> {
  const { db } = services;
  // A team is inserted before its leader is a member.
  await database.changeSchema('alter table teams drop constraint leader_is_a_member');
  const transaction = { execute: (work: (trx: typeof db) => Promise<unknown>) => work(db) };
  services.db = new Proxy(db, {
    get: (target, name) => {
      if (name === 'transaction') return () => ({ setIsolationLevel: () => transaction });
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

const forms = [
  { fields: {}, without: withoutUniqueApplication, paused: 'team_members' },
  // Here the lock on the person comes first: a second team is refused before the second application.
  { fields: { teamPreference: 'createTeam', teamName: 'Owls' }, without: withoutLocks, paused: 'users join' },
];

for (const { fields, without, paused } of forms)
  race(
    `one form sent twenty times at once is one application (${JSON.stringify(fields)})`,
    async (site) => {
      const ada = await signUp(site);
      const answers = await site.together(Array.from({ length: 20 }, () => () => submitForm(ada, fields)));
      const codes = answers.map((answer) => answer.json().code ?? answer.statusCode).sort();
      expect(codes).toEqual([201, ...Array(19).fill('already_applied')]);
      const { kept, owned } = await listFiles(site);
      expect(kept).toEqual(owned);
    },
    { paused: ['applications', paused], pauses: 6, without, alone: true },
  );

race(
  'application, files and join request are stored together or not at all',
  async (site) => {
    const { db } = site.services;
    await site.database.changeSchema(`create or replace function fail_at_times() returns trigger language plpgsql as
      $$ begin if random() < 0.5 then raise 'no'; end if; return null; end $$;
      drop trigger if exists fail_at_times on applications;
      create constraint trigger fail_at_times after insert on applications
        deferrable initially deferred for each row execute function fail_at_times()`);
    const { id } = await createTestTeam(site, 1);
    const people = await Promise.all(Array.from({ length: 6 }, () => signUp(site)));
    const wish = { teamPreference: 'lookingForTeam', selectedTeam: id };
    const answers = await site.together(people.map((person) => () => submitForm(person, wish)));
    const { 201: stored = 0, 503: failed = 0 } = countAnswers(answers);
    expect(stored + failed).toBe(6);
    const requests = db.selectFrom('join_requests').select('requester_id').where('team_id', '=', id);
    const applied = db.selectFrom('applications').select('user_id').where('user_id', 'in', requests);
    expect(await requests.execute()).toHaveLength(stored);
    expect(await applied.execute()).toHaveLength(stored);
    const { kept, owned } = await listFiles(site);
    expect(kept).toEqual(owned);
    await expectInvariants(site);
  },
  { without: withoutTransactions, alone: true },
);
