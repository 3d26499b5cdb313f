-- A mail's place is one in one mailbox: another provider, or another folder, may give the same numbers.
alter table mailboxes add column epoch integer not null default 1;
alter table received_mails
  add column epoch integer not null default 1,
  -- What was in the way of taking it in, that is none of its own fault, and when to try again.
  add column troubles integer not null default 0,
  add column again_at timestamptz,
  drop constraint received_mails_uid_validity_uid_key,
  add constraint received_mails_place unique (epoch, uid_validity, uid);
