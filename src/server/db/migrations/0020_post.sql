-- What a person is told by e-mail is a notification that need not stand under the bell.
alter table users add column morning_digest boolean not null default false;
alter table notifications add column in_app boolean not null default true;
alter table notifications add column in_digest boolean not null default false;
create index notifications_digest on notifications (user_id, created_at) where in_digest;

-- Mail to our own people is written when it is sent: by which writer, to whom, and about what.
alter table mails add column letter text, add column reader bigint, add column facts jsonb;
alter table mails add check ((letter is null) = (reader is null));
create index mails_reader on mails (reader, letter, created_at) where reader is not null;
-- `dropped`: by the time it could be sent there was nothing to tell any more, or nobody to tell it to.
alter table mails drop constraint mails_state_check;
alter table mails add constraint mails_state_check
  check (state in ('unsent', 'waiting', 'sending', 'sent', 'failed', 'unknown', 'bounced', 'dropped'));
