-- Folding a title and putting its trigrams into an index cost every write; now a table of their own gets the words after the request
-- (server/activity/audit.ts).
alter table activity drop column words;
create table activity_words (id bigint primary key, words text not null);
insert into activity_words (id, words) select id, fold(record_title) from activity where record_title is not null;
-- New words wait in the index's list of pending entries until they are filed beside the requests.
create index activity_words_search on activity_words using gin (words gin_trgm_ops) with (gin_pending_list_limit = 8192);
-- What a subject had erased is erased from the words, too.
create function activity_words_update() returns trigger language plpgsql as $$ begin
  update activity_words set words = fold(coalesce(new.record_title, '')) where id = new.id; return null; end $$;
create trigger words_update after update of record_title on activity for each row execute function activity_words_update();
insert into feed_cursors (name, mark) values ('audit-words', feed_position(pg_snapshot_xmin(pg_current_snapshot())));
