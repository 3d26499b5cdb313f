-- What waits for its first reply is listed by when that is due, and looked for once it is late; the new ones are few.
create index complaints_first_reply on complaints (handle_due_at, id) where state = 'new' and deleted_at is null;
