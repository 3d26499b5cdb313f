alter table api_keys add column system text;

-- What another system calls the records that it sent, and what it said of each last.
create table external_ids (
  module text not null,
  source text not null,
  external_id text not null,
  record_id bigint not null,
  fingerprint text not null,
  at timestamptz not null default now(),
  primary key (module, source, external_id)
);
