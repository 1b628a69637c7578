import { createMigration } from './create-migration.ts';

/** Creates the devices on which people get notifications, and what of each announcement goes to them. */
export const up = createMigration([
  // A subscription ends with its session, however that ends.
  `create table push_subscriptions (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users on delete cascade,
    session_hash bytea not null unique references sessions on delete cascade,
    endpoint text not null unique,
    host text not null,
    p256dh bytea not null check (length(p256dh) = 65),
    auth bytea not null check (length(auth) = 16),
    server_key text not null,
    saved_at timestamptz not null
  )`,
  'create index on push_subscriptions (user_id)',
  `create table announcement_pushes (
    id uuid primary key default gen_random_uuid(),
    announcement_id uuid not null,
    user_id uuid not null,
    subscription_id uuid references push_subscriptions on delete set null,
    state text not null default 'waiting' check (state in ('waiting', 'accepted', 'failed')),
    tries integer not null default 0,
    next_at timestamptz not null,
    unique (announcement_id, subscription_id),
    foreign key (announcement_id, user_id) references announcement_receivers on delete cascade
  )`,
  'create index on announcement_pushes (announcement_id, user_id)',
  'create index on announcement_pushes (subscription_id)',
  `create index on announcement_pushes (next_at) where state = 'waiting'`,
]);
