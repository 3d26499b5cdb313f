-- The session gave way to younger ones, which whoever held it is told.
alter table sessions add column displaced boolean not null default false;
