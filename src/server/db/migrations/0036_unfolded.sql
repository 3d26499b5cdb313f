-- Changes not folded yet are found by their day: the table itself, long once, is cut only when nobody reads it for a moment.
create index complaints_delta_day on complaints_delta (day);
create index goods_delivery_delta_day on goods_delivery_delta (day);
create index goods_refund_delta_day on goods_refund_delta (day);
create index master_company_delta_day on master_company_delta (day);
create index member_register_delta_day on member_register_delta (day);
create index vat_get_info_delta_day on vat_get_info_delta (day);
create index vat_info_delta_day on vat_info_delta (day);
