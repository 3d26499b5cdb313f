alter table goods_delivery add column to_collect numeric(15,0);
alter table goods_delivery add column fee_by text default 'customer';
alter table goods_delivery add column ended_by bigint;
-- Its place in the round of whoever brings it, where they gave it one.
alter table goods_delivery add column place integer;
