-- When the password of a session was typed last.
alter table sessions add column proven_at timestamptz not null default now();
update sessions set proven_at = created_at;
