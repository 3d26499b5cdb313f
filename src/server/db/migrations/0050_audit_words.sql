-- What a search of the audit reads, folded once when it is written.
alter table activity add column words text generated always as (fold(coalesce(record_title, ''))) stored;
-- New words wait in the index's list of pending entries and are filed beside the requests (server/activity/audit.ts).
create index activity_words on activity using gin (words gin_trgm_ops) with (gin_pending_list_limit = 8192);
