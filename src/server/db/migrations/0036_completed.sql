-- What the clock closes is looked for every ten minutes: the few that are completed, by when.
create index complaints_to_close on complaints (completed_at) where state = 'completed';
