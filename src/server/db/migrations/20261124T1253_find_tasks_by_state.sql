-- A column of the board counts the tasks of its state and shows those that end soonest; what is late is found by the same index.
create index task_management_state on task_management (state, date_end, id) where deleted_at is null;
drop index task_management_due;
