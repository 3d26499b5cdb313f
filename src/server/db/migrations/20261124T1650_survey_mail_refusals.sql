-- Who wants no more surveys by mail: the hash of the address alone.
create table survey_mail_refusals (
  address_hash text primary key,
  refused_at timestamptz not null default now()
);
