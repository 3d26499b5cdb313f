-- A person's own mailbox: what is kept of it goes with the connection.
alter table mail_connections
  -- Under what people write.
  add column signature text,
  -- Up to which mail of the inbox its owner was told of new ones.
  add column told_validity bigint,
  add column told_uid bigint;

-- Headers of mails that were looked at, sealed; `people` are keyed hashes of the addresses in it, so that somebody's can be found and erased.
create table mail_headers (
  user_id bigint not null references mail_connections (user_id) on delete cascade,
  folder text not null,
  validity bigint not null,
  uid bigint not null,
  header text not null,
  people text[] not null default '{}',
  looked_at timestamptz not null default now(),
  primary key (user_id, folder, validity, uid)
);
create index mail_headers_looked_at on mail_headers (looked_at);
create index mail_headers_people on mail_headers using gin (people);

-- Mails that wait to be sent, or could not be. What a mail says is sealed, and taken out once it was filed.
create table personal_mails (
  id bigint generated always as identity primary key,
  user_id bigint not null references mail_connections (user_id) on delete cascade,
  draft text,
  files text[] not null default '{}',
  message_id text not null unique,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'filed', 'failed', 'unknown', 'undone')),
  sends_at timestamptz not null,
  next_at timestamptz not null,
  tries integer not null default 0,
  claim uuid,
  claimed_until timestamptz,
  handed_at timestamptz,
  sent_at timestamptz,
  settled_at timestamptz,
  reason text,
  created_at timestamptz not null default now()
);
create index personal_mails_due on personal_mails (next_at) where state in ('waiting', 'sent');
create index personal_mails_sending on personal_mails (claimed_until) where state = 'sending';
create index personal_mails_user on personal_mails (user_id, id);

-- Whose remote pictures a person lets in: keyed hashes of senders and of single mails.
create table mail_pictures (
  user_id bigint not null references mail_connections (user_id) on delete cascade,
  hash text not null,
  allowed_at timestamptz not null default now(),
  primary key (user_id, hash)
);

-- Which mail belongs to which record, for the one whose mail it is.
create table mail_links (
  user_id bigint not null references mail_connections (user_id) on delete cascade,
  module text not null,
  record_id bigint not null,
  hash text not null,
  place text not null,
  linked_at timestamptz not null default now(),
  primary key (user_id, module, record_id, hash)
);
create index mail_links_hash on mail_links (user_id, hash);

-- A customer by the address of a mail.
create index complaints_email on complaints (lower(email), created_at desc) where email is not null;
