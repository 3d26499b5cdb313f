-- Lists count the late ones as reports do, by the counts of what was late; only those given another deadline are looked for by state.
drop index complaints_late;
drop index complaints_eased;
create index complaints_eased on complaints (state, created_at) include (store, department, feedback_type, solution, due_at, breached_at)
  where state in ('new', 'processing', 'reopened') and deleted_at is null and breached_at is not null and due_at is distinct from breached_at;
