-- Where no count knows what a report asks, such as the first days of a cut month by store and department, it reads the rows of those days:
-- everything it needs of them stands in the index, as the rows themselves lie scattered (8.6 ms became 0.5 at a million).
drop index complaints_store;
create index complaints_store on complaints (store, created_at desc, id desc)
  include (state, department, feedback_type, solution, tags, wait_minutes, breached_at, due_at, completed_at) where deleted_at is null;
drop index complaints_department;
create index complaints_department on complaints (department, created_at desc, id desc)
  include (state, store, feedback_type, solution, tags, wait_minutes, breached_at, due_at, completed_at) where deleted_at is null;
