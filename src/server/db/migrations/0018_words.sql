-- A step of a complaint changes the row, and with it every index: that of its words took more work than all others together.
create table complaints_words (id bigint primary key, search_text text not null);
insert into complaints_words (id, search_text) select id, search_text from complaints;
create index complaints_words_search on complaints_words using gin (search_text gin_trgm_ops) with (gin_pending_list_limit = 512);
analyze complaints_words;
alter table complaints drop column search_text;
create or replace function complaints_words_insert() returns trigger language plpgsql as $$ begin insert into complaints_words (id, search_text) select id, fold(' ' || coalesce(issue_number, '') || ' ' || coalesce(title, '') || ' ' || coalesce(customer_name, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(email, '') || ' ' || coalesce(plain_text(content), '')) from added; return null; end $$;
create or replace function complaints_words_update() returns trigger language plpgsql as $$ begin update complaints_words w set search_text = n.words from (select fold(' ' || coalesce(issue_number, '') || ' ' || coalesce(title, '') || ' ' || coalesce(customer_name, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(email, '') || ' ' || coalesce(plain_text(content), '')) as words from (select new.*) r) n where w.id = new.id and w.search_text <> n.words; return null; end $$;
create or replace function complaints_words_delete() returns trigger language plpgsql as $$ begin delete from complaints_words where id in (select id from gone); return null; end $$;
create or replace function complaints_words_truncate() returns trigger language plpgsql as $$ begin truncate complaints_words; return null; end $$;
create trigger words_insert after insert on complaints referencing new table as added for each statement execute function complaints_words_insert();
create trigger words_update after update of issue_number, title, customer_name, phone, email, content on complaints for each row execute function complaints_words_update();
create trigger words_delete after delete on complaints referencing old table as gone for each statement execute function complaints_words_delete();
create trigger words_truncate after truncate on complaints for each statement execute function complaints_words_truncate();

