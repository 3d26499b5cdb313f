-- How many of one state are late is asked with every count of the lists; among many open ones the late are few.
create index complaints_late on complaints (state, due_at) where state in ('new', 'processing', 'reopened') and deleted_at is null;
