-- A task stands on a calendar by its end, else by its beginning; those under way at a moment are found by what they reach over.
create index task_management_day on task_management ((coalesce(date_end, date_start)), id) where deleted_at is null;
create index task_management_store_day on task_management (store, (coalesce(date_end, date_start)), id) where deleted_at is null;
create index task_management_reach on task_management using gist (tstzrange(date_start, date_end, '[]')) where date_start is not null and date_end is not null;
