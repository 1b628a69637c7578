-- What organizers changed in the browser, beside `event/`. Rows are only added: the last of a section holds. `base` is what
-- `event/` said about the same fields when it was saved.
create table event_changes (
  section text not null,
  version int not null check (version > 0),
  changes jsonb not null,
  base jsonb not null,
  by uuid references users on delete set null,
  at timestamptz not null,
  primary key (section, version)
);
create index on event_changes (by) where by is not null;
