-- The form, serial and number of every invoice that was issued, corrections included: each stands for one request only, whatever
-- happens at once. A request in the trash holds none.
create table vat_invoices (
  form text not null,
  serial text not null,
  number bigint not null,
  request bigint not null,
  primary key (form, serial, number)
);
create index vat_invoices_request on vat_invoices (request);

create function vat_invoices_of(r vat_info) returns table (form text, serial text, number bigint) language sql immutable as $$
  select coalesce(r.invoice_form, '1'), r.invoice_serial, r.invoice_number::bigint
  where r.deleted_at is null and r.invoice_serial is not null and r.invoice_number is not null
  union
  select coalesce(r.invoice_form, '1'), c ->> 'serial', (c ->> 'number')::bigint from jsonb_array_elements(r.corrections) c
  where r.deleted_at is null and c ->> 'serial' is not null and c ->> 'number' is not null
$$;

-- What another request holds is waited for, and refused as a unique column of the request would be.
create function vat_invoices_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.deleted_at is not null then
    delete from vat_invoices where request = old.id;
    return null;
  end if;
  insert into vat_invoices (form, serial, number, request)
    select n.form, n.serial, n.number, new.id from vat_invoices_of(new) n on conflict do nothing;
  if exists (
    select from (select * from vat_invoices_of(new) except select * from vat_invoices_of(old)) n
    join vat_invoices i using (form, serial, number) where i.request <> new.id
  ) then
    raise unique_violation using message = 'This invoice stands at another request',
      table = 'vat_info', constraint = 'vat_info_invoice_number_unique';
  end if;
  return null;
end $$;
create trigger vat_invoices_insert after insert on vat_info for each row when (new.invoice_number is not null) execute function vat_invoices_kept();
create trigger vat_invoices_update after update of invoice_form, invoice_serial, invoice_number, corrections, deleted_at on vat_info
  for each row when (new.invoice_number is not null) execute function vat_invoices_kept();
create trigger vat_invoices_delete after delete on vat_info for each row when (old.invoice_number is not null) execute function vat_invoices_kept();

-- Of those that stand twice already the older request holds the number.
insert into vat_invoices (form, serial, number, request)
  select n.form, n.serial, n.number, r.id from vat_info r cross join lateral vat_invoices_of(r) n where r.invoice_number is not null
  order by r.id on conflict do nothing;
