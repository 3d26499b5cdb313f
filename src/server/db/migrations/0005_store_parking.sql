alter table stores add column parking_spaces integer;
