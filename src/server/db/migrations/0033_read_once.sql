-- What a reader has read of transactions that were not the oldest open one: read once, however long another stays open.
alter table feed_cursors add column seen bigint[] not null default '{}';
