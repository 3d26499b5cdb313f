-- A sign-in takes a place before its password is judged, and gives it back after: many at once are no way around the limit.
-- A place that nobody gave back, as its server ended, is free again after a while.
alter table limits add column pending integer not null default 0, add column pending_at timestamptz;

-- Sessions are ended and exchanged by their user, those that work a few seconds more included.
create index sessions_of_user on sessions (user_id);
drop index sessions_user_id_idx;
