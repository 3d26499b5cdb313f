alter table vat_info add column authority_code text;
-- The invoice that a store issued last gives its serial to the next.
create index vat_info_issued on vat_info (store, completed_at) where invoice_serial is not null and deleted_at is null;
create index vat_info_last_issued on vat_info (completed_at) where invoice_serial is not null and deleted_at is null;

-- What was written down at the wrong request and is taken back gives its number back as well.
create or replace function vat_invoices_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.deleted_at is not null then
    delete from vat_invoices where request = old.id;
    return null;
  end if;
  if new.invoice_number is null then
    delete from vat_invoices where request = new.id;
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
drop trigger vat_invoices_update on vat_info;
create trigger vat_invoices_update after update of invoice_form, invoice_serial, invoice_number, corrections, deleted_at on vat_info
  for each row when (new.invoice_number is not null or old.invoice_number is not null) execute function vat_invoices_kept();
