-- A list by the last digits comes in its order from one index, and a search looks at the newest records of its table.
drop index vat_get_info_tail;
create index vat_get_info_tail on vat_get_info ((right(bill_number, 8)), sold_on, id) where deleted_at is null;
create index vat_get_info_newest on vat_get_info (created_at, id) where deleted_at is null;
create index goods_refund_newest on goods_refund (created_at, id) where deleted_at is null;
create index master_company_newest on master_company (created_at, id) where deleted_at is null;
create index vat_info_company on vat_info (company_name, id) where deleted_at is null;
