-- Where a person wants to be told, per kind of notification; what is not there is wanted everywhere.
alter table users add column notification_choices jsonb not null default '{}';
