-- Lists are narrowed by the day of closing as by that of completion.
create index complaints_closed on complaints (store, closed_at) where closed_at is not null;
