-- What one act on many did, so that whomever it concerns is told of all of it once.
alter table activity add column bulk bigint;
alter table activity alter column bulk set default nullif(current_setting('house.bulk', true), '')::bigint;
create index activity_bulk on activity (bulk, id) where bulk is not null;
-- The records that a notification is about, where it is about many.
alter table notifications add column records bigint[];
