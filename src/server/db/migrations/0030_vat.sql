-- Every correction of an invoice, the oldest first: until now there was one at most.
alter table vat_info add column corrections jsonb not null default '[]';
alter table vat_info add column correction_numbers text;
update vat_info set correction_numbers = correction_number, corrections = jsonb_build_array(jsonb_build_object(
    'way', state, 'corrects', concat_ws(' ', invoice_serial, invoice_number), 'serial', correction_serial, 'number', correction_number,
    'on', corrected_on, 'reason', correction_reason, 'details', correction_details, 'note', correction_note))
  where correction_number is not null;
alter table vat_info drop column search_text;
alter table vat_info add column search_text text generated always as (fold(' ' || coalesce(bill_tail, '') || ' ' || coalesce(receipt_number, '') || ' ' || coalesce(tax_code, '') || ' ' || coalesce(company_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(buyer, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(invoice_serial, '') || ' ' || coalesce(invoice_number, '') || ' ' || coalesce(correction_numbers, ''))) stored;
create index vat_info_search on vat_info using gin (search_text gin_trgm_ops);

-- A rate in use stays as it is; one that goes on anew has a name of its own and prints as before.
alter table vat_rates add column printed text;

-- Roles delivered since: a chain that has roles gets the shipper's, unless something is called so (an empty one gets all of them
-- as it starts), and reception its reports where nobody has changed that role since it was delivered.
insert into user_roles (name, description, scope, cost_limit, permissions)
select 'Shipper', 'Người giao hàng: các điểm giao trong ngày của mình', 'store', 0,
  '{"goods-delivery": {"add": false, "edit": true, "delete": false, "read": true, "report": false, "other": false}}'
where exists (select 1 from user_roles) and not exists (select 1 from user_roles where lower(name) = 'shipper');
with found as (
  update user_roles set updated_at = now(), version = version + 1, permissions = jsonb_set(jsonb_set(jsonb_set(permissions,
    '{goods-delivery,report}', 'true'), '{supplier-staffs,report}', 'true'), '{supplier-staffs-checking,report}', 'true')
  where name = 'Reception' and created_by is null and updated_by is null and deleted_at is null
    and (permissions->'goods-delivery'->>'read')::boolean and not coalesce((permissions->'goods-delivery'->>'report')::boolean, false)
  returning id, name, permissions)
insert into activity (action, module, record_id, record_title, changes)
select 'update', 'user-roles', id, name, jsonb_build_object('permissions', jsonb_build_array(jsonb_set(jsonb_set(jsonb_set(permissions,
    '{goods-delivery,report}', 'false'), '{supplier-staffs,report}', 'false'), '{supplier-staffs-checking,report}', 'false'), permissions)) from found;
