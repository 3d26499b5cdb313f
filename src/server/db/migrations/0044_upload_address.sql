-- Files of public forms have a budget by address; the address goes when a record claims the file.
alter table stored_files add column address text;
create index on stored_files (address) where address is not null;
