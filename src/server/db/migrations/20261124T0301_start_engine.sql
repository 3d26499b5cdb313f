-- What every module stands on: text and time, the activity log, sessions, files, lists, bulk actions, workbooks.

create extension if not exists unaccent;
create extension if not exists pg_trgm;

-- The order in which people read words: Vietnamese letters and tones, and numbers in words by their value (docs/decisions/long-lists.md).
create collation vietnamese (provider = icu, locale = 'vi-u-kn-true');

-- Text as a search compares it, without case and diacritics. unaccent() is only STABLE; with its dictionary named it never
-- changes, so an index may use it.
create function fold(value text) returns text immutable strict parallel safe language sql
  return lower(public.unaccent('public.unaccent'::regdictionary, normalize(value, NFC)));

create function plain_text(html text) returns text immutable strict parallel safe language sql
  return regexp_replace(regexp_replace(html, '<[^>]*>', ' ', 'g'), '&[a-z]+;', ' ', 'g');

-- Values that look the same are the same: unique regardless of width, case, blanks and invisible characters
-- (shared/vietnam/look-alike.ts has the same for the browser and for workbooks; Default_Ignorable_Code_Point of Unicode).
create function identity_key(value text) returns text immutable strict parallel safe language sql
return pg_catalog.btrim(pg_catalog.regexp_replace(pg_catalog.lower(pg_catalog.regexp_replace(pg_catalog.normalize(value, 'NFKC'),
  '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U000E0000-\U000E0FFF]', '', 'g') collate pg_catalog.pg_c_utf8),
  '\s+', ' ', 'g'));

-- The chain's time zone; start-up replaces it from APP_TIMEZONE.
create function chain_zone() returns text immutable parallel safe language sql return 'Asia/Ho_Chi_Minh';

-- What differs between two versions of a row, as field -> [before, after].
create function changes_between(before jsonb, after jsonb, names text[]) returns jsonb immutable parallel safe language sql
  return (select coalesce(jsonb_object_agg(name, jsonb_build_array(before -> name, after -> name)), '{}')
          from unnest(names) name where before -> name is distinct from after -> name);

-- Where a transaction stands in the feed: its id, moved past all that another cluster gave before a dump of it was
-- restored here. Start-up replaces the shift when it has to (server/activity/positions.ts).
create function feed_shift() returns bigint immutable parallel safe language sql return 0;
create function feed_position(xid xid8) returns xid8 immutable strict parallel safe language sql
  return ((xid::text)::bigint + feed_shift())::text::xid8;

-- One row per change: audit, history, notifications, live events and mail all read it.
create table activity (
  id bigint generated always as identity primary key,
  -- The transaction, as a position in the feed: readers deliver in this order, after commit.
  xid xid8 not null default feed_position(pg_current_xact_id()),
  at timestamptz not null default clock_timestamp(),
  actor bigint,
  address text,
  action text not null,
  module text not null,
  record_id bigint,
  record_title text,
  -- Store, departments and people of the record, for the scope of whoever reads the log.
  place jsonb not null default '{}',
  changes jsonb not null default '{}',
  -- The bulk action this change was part of, so that whoever it concerns is notified once.
  bulk bigint default nullif(current_setting('app.bulk', true), '')::bigint
);
create index activity_xid_idx on activity (xid);
create index activity_module_record_id_id_idx on activity (module, record_id, id);
create index activity_actor_id_idx on activity (actor, id);
create index activity_at_idx on activity (at);
create index activity_bulk on activity (bulk, id) where bulk is not null;

-- The log is append-only but for an erasure, which sets app.erasing for its own transaction: no lock on the table.
create function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('app.erasing', true) = 'on' then return null; end if;
  raise exception 'activity is append-only';
end $$;
create trigger append_only before update or delete on activity for each statement execute function refuse_change();

-- What a search of the audit reads, written beside the requests (server/activity/audit.ts).
create table activity_words (
  id bigint primary key,
  words text not null
);
-- New words wait in the index's pending list until they are filed beside the requests.
create index activity_words_search on activity_words using gin (words gin_trgm_ops) with (gin_pending_list_limit = 8192);

-- What is erased from the log is erased from its words, too.
create function activity_words_update() returns trigger language plpgsql as $$ begin
  update activity_words set words = fold(coalesce(new.record_title, '')) where id = new.id; return null; end $$;
create trigger words_update after update of record_title on activity for each row execute function activity_words_update();

-- How far each reader of the log is.
create table feed_cursors (
  name text primary key,
  mark xid8 not null,
  at timestamptz not null default now(),
  -- What was read of transactions that were not the oldest open one.
  seen bigint[] not null default '{}'
);

create table sessions (
  id text primary key,
  user_id bigint not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  address text,
  device_name text,
  successor text
);
create index sessions_of_user on sessions (user_id);

create table devices (
  secret_hash text not null,
  user_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (user_id, secret_hash)
);

create table invitations (
  token_hash text primary key,
  user_id bigint,
  kind text not null check (kind in ('user', 'first')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

create table limits (
  key text primary key,
  n integer not null,
  since timestamptz not null default now(),
  blocked_until timestamptz,
  -- Attempts being judged: a sign-in takes a place before its password is checked and gives it back after, so that many at
  -- once are no way around the limit. A place that was never given back, as its server ended, expires.
  pending integer not null default 0,
  pending_at timestamptz
);

create table idempotency_keys (
  key text not null,
  route text not null,
  owner text not null,
  fingerprint text not null,
  status integer not null,
  answer text not null,
  at timestamptz not null default now(),
  primary key (key, route, owner)
);
create index idempotency_keys_at_idx on idempotency_keys (at);

create table secrets (
  name text primary key,
  value text not null
);

create table stored_files (
  id text primary key,
  name text not null,
  type text not null,
  bytes bigint not null,
  width integer,
  height integer,
  has_thumbnail boolean not null default false,
  area text not null check (area in ('temp', 'upload')),
  folder text not null,
  owner bigint,
  module text,
  record_id bigint,
  field text,
  created_at timestamptz not null default now(),
  claimed_at timestamptz,
  sha256 text not null,
  -- Files of public forms have a budget by address; cleared when a record claims the file.
  address text
);
create index stored_files_created_at_idx on stored_files (created_at) where claimed_at is null;
create index stored_files_module_record_id_idx on stored_files (module, record_id);
create index stored_files_owner_idx on stored_files (owner);
create index stored_files_address_idx on stored_files (address) where address is not null;

-- What somebody agreed to on a public form: for what, which version of the text, in which language, when. It outlives the erasure of
-- the record, as the proof it is, and names nobody by itself.
create table consents (
  id bigint generated always as identity primary key,
  module text not null,
  record_id bigint not null,
  purpose text not null,
  version text not null,
  language text not null,
  channel text not null,
  given_at timestamptz not null default now(),
  withdrawn_at timestamptz
);
create index consents_of_record on consents (module, record_id);

create table presence (
  module text not null,
  record_id bigint not null,
  user_id bigint not null,
  seen_at timestamptz not null default now(),
  primary key (module, record_id, user_id)
);

-- Which workers of the job queue are alive: each reports every few seconds, and what a silent one held is taken over.
create table job_workers (
  worker text primary key,
  seen_at timestamptz not null default now()
);

create table saved_views (
  id bigint generated by default as identity primary key,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by bigint,
  updated_by bigint,
  version integer not null default 1,
  deleted_at timestamptz,
  name text not null,
  list text,
  path text,
  query text,
  share text not null default 'nobody',
  place integer
);
create index saved_views_list on saved_views (list, created_by) where deleted_at is null;

-- How a person likes one list: columns, density, the order of the views and the one it opens with.
create table list_choices (
  user_id bigint not null,
  list text not null,
  choices jsonb not null,
  primary key (user_id, list)
);

-- One act on many records. The rows are fixed when it is asked for; each is done in one transaction with its outcome.
create table bulks (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  address text,
  module text not null,
  act text not null,
  given jsonb not null,
  total integer not null,
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now(),
  cancelled_at timestamptz,
  finished_at timestamptz,
  seen_at timestamptz
);
create index bulks_user on bulks (user_id, id desc) where seen_at is null;
create index bulks_open on bulks (touched_at) where finished_at is null;

create table bulk_rows (
  bulk_id bigint not null references bulks (id) on delete cascade,
  at integer not null,
  record_id bigint not null,
  version integer not null,
  outcome text check (outcome in ('done', 'refused')),
  reason jsonb,
  primary key (bulk_id, at)
);
create unique index bulk_rows_record on bulk_rows (bulk_id, record_id);
create index bulk_rows_waiting on bulk_rows (bulk_id, at) where outcome is null;
create index bulk_rows_refused on bulk_rows (bulk_id, at) where outcome = 'refused';

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
create index exports_user_id_started_at_idx on exports (user_id, started_at);
create index exports_seen_at_idx on exports (seen_at) where state = 'running';

-- An import: its file, how far it is, and what came of it.
create table imports (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  module text not null,
  file text not null,
  file_name text not null,
  language text not null,
  state text not null default 'reading' check (state in ('reading', 'ready', 'importing', 'done', 'failed', 'cancelled')),
  -- Whether rows that exist already are updated, or left.
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
  ended_at timestamptz,
  -- Rows are written in the order of their lines: up to this one.
  written_to integer not null default 0
);
create index imports_user_id_created_at_idx on imports (user_id, created_at);
create index imports_seen_at_idx on imports (seen_at) where state in ('reading', 'importing');

-- Its rows as read and checked.
create table import_rows (
  import bigint not null references imports (id) on delete cascade,
  line integer not null,
  cells jsonb not null,
  "values" jsonb not null,
  errors jsonb,
  warnings jsonb,
  verdict text check (verdict in ('new', 'changed', 'same', 'bad')),
  target bigint,
  primary key (import, line)
) with (autovacuum_vacuum_insert_scale_factor = 0.5);
create index import_rows_bad on import_rows (import, line) where verdict = 'bad';
