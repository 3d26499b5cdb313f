-- The mailbox of a person; the passwords are sealed (server/mail/seal.ts).
create table mail_connections (
  user_id bigint primary key references users (id) on delete cascade,
  settings jsonb not null,
  smtp_password text,
  imap_password text,
  updated_at timestamptz not null default now()
);

-- Who is no longer there leaves no way into their mailbox.
create function forget_mail_connection() returns trigger language plpgsql as $$
begin
  delete from mail_connections where user_id = new.id;
  return null;
end $$;
create trigger forget_mail_connection after update of deleted_at on users for each row
  when (new.deleted_at is not null and old.deleted_at is null) execute function forget_mail_connection();
