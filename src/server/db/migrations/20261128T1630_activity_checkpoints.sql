-- The log is proven piece by piece with a key that the database does not know (docs/decisions/log-integrity.md).
create table activity_checkpoints (
  number bigint primary key,
  at timestamptz not null default clock_timestamp(),
  -- The last line that it reaches, in the order of the feed.
  upto xid8 not null,
  upto_id bigint not null,
  lines bigint not null,
  -- Sealed: the hash of all lines so far, from checkpoint to checkpoint.
  chain text not null
);

-- Of lines that an erasure has changed, sealed: the hash of what was there, which the checkpoint holds, and of what is there now.
create table activity_redactions (
  id bigint primary key,
  hashes text not null
);
