-- What the chain is, on its papers, mails and public pages. One row, made when it is first kept.
create table chain_details (
  id smallint primary key check (id = 1),
  name text,
  legal_name text,
  registered_address text,
  tax_code text,
  phone text,
  email text,
  logo text,
  updated_at timestamptz not null default now(),
  updated_by bigint
);
