-- What somebody agreed to on a public form: for what, which version of the words, in which language, when. It outlives the
-- erasure of the record, as the proof it is, and names nobody by itself.
create table consents (
  id bigint generated always as identity primary key,
  module text not null,
  record_id bigint not null,
  purpose text not null,
  version text not null,
  language text not null,
  channel text not null,
  given_at timestamptz not null default now(),
  withdrawn_at timestamptz
);
create index consents_of_record on consents (module, record_id);
