-- The chain's mailbox, mail to send and mail received.

-- One row, made when it is set up. Passwords are encrypted with a key that is not in the database.
create table mailboxes (
  id smallint primary key check (id = 1),
  settings jsonb not null,
  smtp_password text,
  imap_password text,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  -- Reading: which folder as the server numbers it, how far, since when, and which of our servers reads now.
  uid_validity bigint,
  last_uid bigint not null default 0,
  since timestamptz,
  reader text,
  reader_until timestamptz,
  read_at timestamptz,
  trouble text,
  trouble_at timestamptz,
  -- A mail's place is one in one mailbox: another provider or folder may give the same numbers.
  epoch integer not null default 1
);

-- Mail to send: written in the transaction of what causes it.
create table mails (
  id bigint generated always as identity primary key,
  key text not null unique,
  message_id text unique,
  -- `dropped`: when it could be sent there was nothing to tell any more, or nobody to tell it to.
  state text not null check (state in ('unsent', 'waiting', 'sending', 'sent', 'failed', 'unknown', 'bounced', 'dropped')),
  kind text not null,
  complaint bigint,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text,
  headers jsonb not null default '{}',
  sender_name text,
  tries integer not null default 0,
  queued_at timestamptz not null default now(),
  next_at timestamptz not null default now(),
  claim uuid,
  claimed_until timestamptz,
  handed_at timestamptz,
  settled_at timestamptz,
  reason text,
  created_at timestamptz not null default now(),
  created_by bigint,
  -- Mail to our own people is written when it is sent: by which template, to whom, about what.
  letter text,
  reader bigint,
  facts jsonb,
  check ((letter is null) = (reader is null))
);
create index mails_waiting on mails (next_at) where state = 'waiting';
create index mails_sending on mails (claimed_until) where state = 'sending';
create index mails_complaint on mails (complaint, id) where complaint is not null;
create index mails_recipient on mails (recipient, created_at);
create index mails_created on mails (created_at);
create index mails_reader on mails (reader, letter, created_at) where reader is not null;

-- An attachment: a stored file, or bytes made for this mail.
create table mail_parts (
  mail bigint not null references mails (id) on delete cascade,
  position integer not null,
  name text not null,
  type text not null,
  file text,
  content bytea,
  check ((file is null) <> (content is null)),
  primary key (mail, position)
);

-- Mail that came: once per place in the mailbox, once per content.
create table received_mails (
  id bigint generated always as identity primary key,
  uid_validity bigint not null,
  uid bigint not null,
  message_id text,
  fingerprint text unique,
  bytes bigint not null,
  state text not null check (state in ('arriving', 'parked', 'ticket', 'reply', 'held', 'bounce', 'ignored', 'double', 'dropped')),
  tries integer not null default 0,
  reason text,
  sender text,
  sender_name text,
  subject text,
  body_html text,
  shown_html text,
  left_out text[] not null default '{}',
  file text,
  complaint bigint,
  comment bigint,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  -- What a person decided about a held mail: 0 for a complaint of its own, else the complaint it belongs to.
  wish bigint,
  epoch integer not null default 1,
  -- What prevented taking it in, that is no fault of the mail, and when to try again.
  troubles integer not null default 0,
  again_at timestamptz,
  constraint received_mails_place unique (epoch, uid_validity, uid)
);
create index received_mails_state on received_mails (state, id desc);
create index received_mails_message on received_mails (message_id);
create index received_mails_complaint on received_mails (complaint, id) where complaint is not null;
create index received_mails_sender on received_mails (sender, created_at);
