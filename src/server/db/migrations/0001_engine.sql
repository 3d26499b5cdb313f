create extension if not exists unaccent;
create extension if not exists pg_trgm;

-- unaccent() is only STABLE; with its dictionary named it never changes, so an index may use it.
create function fold(value text) returns text immutable strict parallel safe language sql
  return lower(public.unaccent('public.unaccent'::regdictionary, normalize(value, NFC)));

create function plain_text(html text) returns text immutable strict parallel safe language sql
  return regexp_replace(regexp_replace(html, '<[^>]*>', ' ', 'g'), '&[a-z]+;', ' ', 'g');

-- The chain's time zone; start-up re-makes it from APP_TIMEZONE.
create function chain_zone() returns text immutable parallel safe language sql return 'Asia/Ho_Chi_Minh';

-- What differs between two versions of a row, as field -> [before, after].
create function changes_between(before jsonb, after jsonb, names text[]) returns jsonb immutable parallel safe language sql
  return (select coalesce(jsonb_object_agg(name, jsonb_build_array(before -> name, after -> name)), '{}')
          from unnest(names) name where before -> name is distinct from after -> name);

-- One row per change: audit, history, notifications, real-time and mail all read it.
create table activity (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp(),
  actor bigint,
  address text,
  action text not null,
  module text not null,
  record_id bigint,
  record_title text,
  place jsonb not null default '{}',
  changes jsonb not null default '{}'
);
create index on activity (xid);
create index on activity (module, record_id, id);
create index on activity (actor, id);
create index on activity (at);

create function refuse_change() returns trigger language plpgsql as $$
begin raise exception 'activity is append-only'; end $$;
create trigger append_only before update or delete on activity for each statement execute function refuse_change();

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
create index on sessions (user_id) where ended_at is null;

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
  blocked_until timestamptz
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
create index on idempotency_keys (at);

create table feed_cursors (
  name text primary key,
  mark xid8 not null,
  at timestamptz not null default now()
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
  sha256 text not null
);
create index on stored_files (created_at) where claimed_at is null;
create index on stored_files (module, record_id);
create index on stored_files (owner);

create table notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  activity bigint not null,
  kind text not null,
  title text not null,
  params jsonb not null default '{}',
  ticket_id bigint,
  ticket_code text,
  link text,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  unique (user_id, activity)
);
create index on notifications (user_id, id desc);
create index on notifications (user_id) where read_at is null;

create table presence (
  module text not null,
  record_id bigint not null,
  user_id bigint not null,
  seen_at timestamptz not null default now(),
  primary key (module, record_id, user_id)
);

create table secrets (name text primary key, value text not null);
