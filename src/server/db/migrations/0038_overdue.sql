-- Reports tell the overdue ones by the counts of what was late. Two kinds of open ones differ from these, and are few: what nobody has
-- marked as late yet, and what was given another deadline since.
create index complaints_unmarked on complaints (due_at) include (created_at, state, store, department, feedback_type, solution, completed_at)
  where state in ('new', 'processing', 'reopened') and deleted_at is null and breached_at is null;
create index complaints_eased on complaints (created_at) include (state, store, department, feedback_type, solution, due_at, breached_at)
  where state in ('new', 'processing', 'reopened') and deleted_at is null and breached_at is not null and due_at is distinct from breached_at;
