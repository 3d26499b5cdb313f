-- When an act was done that a device without a line sent later (docs/decisions/staff-outbox.md); the time it arrived stays in `at`.
alter table activity add column done_at timestamptz;
alter table activity alter column done_at set default nullif(current_setting('app.done_at', true), '')::timestamptz;

-- The time of an act, in statements: now, unless it was done before.
create function done_at() returns timestamptz stable parallel safe language sql
return coalesce(nullif(pg_catalog.current_setting('app.done_at', true), '')::timestamptz, pg_catalog.now());
