/** The rows of a large site, numbered from 1 as `n`; ids follow from the number. */
const statements = `
  insert into users (id, email, email_verified, name, team_preference)
    select pg_temp.id('user ' || n), 'person' || n || '@example.org', true, 'Person ' || n, 'hasTeam' from numbers;
  insert into applications (id, user_id, status, track, major, t_shirt_size, dietary_restrictions, why_join,
      attendance_confirmed, reviewed_at, created_at)
    select pg_temp.id('application ' || n), pg_temp.id('user ' || n), case when n % 5 = 4 then 'pending' else 'approved' end,
      'software', 'Major ' || n % 40, 'M', '', 'To build robot number ' || n, n % 5 <> 4 and n % 2 = 0,
      case when n % 5 <> 4 then now() - interval '1 day' end, now() - n * interval '1 minute' from numbers;
  insert into places (application_id) select id from applications where status = 'approved';
  insert into answers select pg_temp.id('user ' || n), 'school', 'school', 'Your school', 0, to_jsonb('School ' || n % 99), false,
    '{reviewers}' from numbers;
  insert into agreements select pg_temp.id('user ' || n), 'conduct', '1', 'Code of conduct', 'Be kind', now() from numbers;
  insert into guardians select pg_temp.id('user ' || n), 'parent' || n || '@example.org', '', ('x' || n)::bytea, now(), now()
    from numbers where n % 3 = 0;
  insert into reviews (application_id, rating, note) select id, 4, 'Good' from applications;
  insert into application_notes select gen_random_uuid(), id, null, 'A note', now() from applications;
  insert into files (owner_id, kind, storage_key, size, sha256)
    select pg_temp.id('user ' || n), 'resume', 'none/' || n || '.pdf', 1, ('x' || n)::bytea from numbers;
  insert into sessions (token_hash, user_id) select ('session ' || n)::bytea, pg_temp.id('user ' || n) from numbers;
  insert into mails (user_id, recipient, subject, text, html, sent_at)
    select pg_temp.id('user ' || n), 'person' || n || '@example.org', 'You are in', '', '', now() from numbers;
  insert into audit (actor_id, action, subject) select pg_temp.id('user ' || n), 'team.created', 'x' from numbers;
  insert into teams (id, name, max_members, invite_code, creator_id)
    select pg_temp.id('team ' || n), 'Team ' || n, 4, lpad(n::text, 6, '0'), pg_temp.id('user ' || n * 5) from parties;
  insert into team_members (user_id, team_id, slot) select pg_temp.id('user ' || n * 5 - slot + 1), pg_temp.id('team ' || n), slot
    from parties, generate_series(1, 3) as slot;
  insert into join_requests (team_id, requester_id) select pg_temp.id('team ' || n), pg_temp.id('user ' || n * 5 - 4) from parties;
  insert into team_cards (user_id, skills, about) select pg_temp.id('user ' || n * 5 - 3), 'Rust', '' from parties;
  insert into projects (id, team_id, track, title, tagline, description, repository, demo, video, tags, prizes, submitted_at, updated_at)
    select pg_temp.id('project ' || n), pg_temp.id('team ' || n), 'software', 'Project ' || n, 'Works', repeat('It works. ', 50),
      'https://code.example/' || n, '', '', '{}', '{}', now(), now() from parties;
  insert into projects (id, user_id, track, title, tagline, description, repository, demo, video, tags, prizes, submitted_at, updated_at)
    select pg_temp.id('own ' || n), pg_temp.id('user ' || n * 5 - 3), 'software', 'Own ' || n, 'Works', '', '', '', '', '{}', '{}',
      now(), now() from parties where n % 4 = 0;
  insert into demo_tables (number, name, track, team_id)
    select n, 'Team ' || n, 'hacker', pg_temp.id('team ' || n) from parties;
  insert into judges (id, username, name, password_hash) select pg_temp.id('judge ' || n), 'j' || n, 'Judge ' || n, 'none' from
    generate_series(1, 20) as n;
  insert into scores (judge_id, judge_name, idempotency_key, body_hash, team_name, team_number, track, scores, weights,
      weighted_total, created_at)
    select pg_temp.id('judge ' || (n + turn) % 20 + 1), 'Judge ' || (n + turn) % 20 + 1, gen_random_uuid(), '', 'Team ' || n, n,
      'hacker', '{"a": 7}', '{"a": 100}', 70, now() from parties, generate_series(1, 2) as turn;
  insert into score_comments select id, 'Well done' from scores;
  insert into check_ins (user_id, checkpoint, key, state, pass_verified)
    select user_id, 'entrance', gen_random_uuid(), 'admitted', true from applications where status = 'approved';
  insert into check_in_attempts (user_id, checkpoint, reason) select user_id, 'entrance', 'invalid_pass' from applications;
  insert into walk_ins select gen_random_uuid(), 'Walker ' || n, 'walker' || n || '@example.org', 'M', '', 'software', now()
    from numbers where n % 5 = 0;
  insert into announcements (id, key, subject, text, segment, email, about_place)
    select pg_temp.id('announcement ' || n), gen_random_uuid(), 'News', 'Doors open', '{"status": "approved"}', true, false from generate_series(1, 20) as n;
  insert into announcement_receivers (announcement_id, user_id, state)
    select pg_temp.id('announcement ' || a), pg_temp.id('user ' || n), 'none' from numbers, generate_series(1, 3) as a;
  insert into help_requests (id, user_id, topic, text, location, created_at, ended)
    select gen_random_uuid(), pg_temp.id('user ' || n), 'react', 'Help', 'Table ' || n, now(), 'solved' from numbers;
  insert into loan_scans (id, thing, user_id, at) select gen_random_uuid(), 'keyboard', pg_temp.id('user ' || n), now() from numbers;
  insert into feedback_answers (answers) select '{}' from numbers;
  insert into webhook_deliveries (id, type, text, data, at) select gen_random_uuid(), 'applied', '', '{}', now() from numbers;
  insert into resume_links (name, token_hash, filters, created_at, expires_at)
    select 'Sponsor ' || n, ('link ' || n)::bytea, '{}', now(), now() + interval '1 day' from generate_series(1, 20) as n;
`;

/** Fills a site with people, a number that five divides, and a team with a project for every five of them, at most `parties`. */
export async function fillLargeSite(
  { changeSchema }: { changeSchema: (statements: string) => Promise<void> },
  people: number,
  parties = people / 5,
) {
  await changeSchema(`
    create function pg_temp.id(name text) returns uuid language sql as
      $$ select overlay(overlay(md5(name) placing '4' from 13) placing '8' from 17)::uuid $$;
    create view numbers as select generate_series(1, ${people}) as n;
    create view parties as select generate_series(1, ${parties}) as n;
    begin; ${statements} commit;
    drop view numbers, parties;`);
  await changeSchema('vacuum analyze');
}
