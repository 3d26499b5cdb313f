-- Rows are written in the order of their lines: the last one written tells all, and none is touched again only to be marked.
alter table imports add column written_to integer not null default 0;
update imports i set written_to = coalesce((select max(r.line) from import_rows r where r.import = i.id and r.done), 0) where state = 'importing';
drop index import_rows_waiting;
alter table import_rows drop column done;
