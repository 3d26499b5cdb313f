-- What the desk hands over to a customer's phone to be read and signed; it is gone once it is taken, or an hour after its end.
create table member_handovers (
  id bigint generated always as identity primary key,
  token_hash text not null unique,
  made_by bigint not null,
  shown text not null,
  answer text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  opened_at timestamptz,
  signed_at timestamptz
);
