-- Erased registrations share what stands where a number was.
drop index member_register_once;
create unique index member_register_once on member_register (phone, split_part(identity_number, '.', 3), request_type)
  where deleted_at is null and phone <> '–' and (request_type = 'new' or status = 'waiting');
