-- What was merged into another before its deadline counts neither as in time nor as late; reports take it from what is done and not late.
create index complaints_unjudged on complaints (created_at) include (state, store, department, feedback_type, solution)
  where merged_into_id is not null and completed_at is null and breached_at is null and deleted_at is null;
