-- An import leaves the words of its records to be written beside the requests: empty ones wait for that.
create index complaints_words_behind on complaints_words (id) where search_text = '';
create or replace function complaints_words_insert() returns trigger language plpgsql as $$ begin insert into complaints_words (id, search_text) select id, case when current_setting('house.words_later', true) = 'on' then '' else fold(' ' || coalesce(issue_number, '') || ' ' || coalesce(title, '') || ' ' || coalesce(customer_name, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(email, '') || ' ' || coalesce(plain_text(content), '')) end from added; return null; end $$;
-- So that they are filed by what files them, in large parts, and never by whoever happens to fill the list.
alter index complaints_words_search set (gin_pending_list_limit = 65536);
