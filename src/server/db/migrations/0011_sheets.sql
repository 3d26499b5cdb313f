-- Exports that ran: the limit per person counts them on all servers, the screen asks how far one is.
create table exports (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  module text not null,
  state text not null default 'running' check (state in ('running', 'done', 'broken')),
  rows_expected bigint not null default 0,
  rows_written bigint not null default 0,
  bytes bigint not null default 0,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
create index on exports (user_id, started_at);
create index on exports (seen_at) where state = 'running';

-- An import: its file, how far it is, and what came of it.
create table imports (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  module text not null,
  file text not null,
  file_name text not null,
  language text not null,
  state text not null default 'reading' check (state in ('reading', 'ready', 'importing', 'done', 'failed', 'cancelled')),
  -- Whether rows that exist already are brought up to date, or left.
  changes_known boolean not null default false,
  -- Why it failed, a packed message.
  problem text,
  columns jsonb not null default '[]',
  rows_read integer not null default 0,
  counts jsonb not null default '{}',
  done integer not null default 0,
  -- The server at work on it; another one takes over when it is not seen any more.
  runner text,
  seen_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index on imports (user_id, created_at);
create index on imports (seen_at) where state in ('reading', 'importing');

-- Its rows as read and checked; `done` is set in the transaction that writes the record, so that none is written twice.
create table import_rows (
  import bigint not null references imports on delete cascade,
  line integer not null,
  cells jsonb not null,
  "values" jsonb not null,
  errors jsonb,
  warnings jsonb,
  verdict text check (verdict in ('new', 'changed', 'same', 'bad')),
  target bigint,
  done boolean not null default false,
  primary key (import, line)
) with (autovacuum_vacuum_insert_scale_factor = 0.5);
create index import_rows_bad on import_rows (import, line) where verdict = 'bad';
create index import_rows_waiting on import_rows (import, line) where not done and verdict in ('new', 'changed');
