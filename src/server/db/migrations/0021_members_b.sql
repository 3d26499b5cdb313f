create index shippers_identity_number_hash on shippers (split_part(identity_number, '.', 3));
alter table member_register add column birth_date text not null;
alter table member_register add column document text default 'citizen';
alter table member_register add column identity_number text not null;
alter table member_register add column card_number text;
alter table member_register add column employee_code text;
alter table member_register add column signature text;
alter table member_register add column warnings text[] not null default '{}';
create index member_register_identity_number_hash on member_register (split_part(identity_number, '.', 3));
create index member_register_card_number_hash on member_register (split_part(card_number, '.', 3));
-- The same request of the same person is there once: a new card ever, anything else until it is completed.
create unique index member_register_once on member_register (phone, split_part(identity_number, '.', 3), request_type)
  where deleted_at is null and (request_type = 'new' or status = 'waiting');
