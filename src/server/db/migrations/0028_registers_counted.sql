-- Registers that grow are counted ahead, too; printed by tallyTables() of the engine.
create table goods_delivery_tally (dim text not null, key text collate "C" not null, grain text not null, start date not null, life text collate "C" not null, n bigint not null,
  primary key (dim, key, grain, start, life)) with (fillfactor = 90);
create table goods_delivery_delta (n bigint not null, day date not null, life text collate "C" not null, store text collate "C" not null, status text collate "C" not null) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create table goods_delivery_cube_1 (start date not null, store text collate "C" not null, status text collate "C" not null, life text collate "C" not null, n bigint not null,
  primary key (start, store, status, life)) with (fillfactor = 90);
create index goods_delivery_cube_1_store on goods_delivery_cube_1 (store, start);
create or replace function goods_delivery_inserted() returns trigger language plpgsql as $$ begin insert into goods_delivery_delta (day, life, store, status, n)
    select d.day, d.life, d.store, d.status, sum(d.n)::bigint as n from (select 1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.status::text, '') as status from added r) d
    group by d.day, d.life, d.store, d.status having sum(d.n) <> 0; return null; end $$;
create or replace function goods_delivery_deleted() returns trigger language plpgsql as $$ begin insert into goods_delivery_delta (day, life, store, status, n)
    select d.day, d.life, d.store, d.status, sum(d.n)::bigint as n from (select -1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.status::text, '') as status from gone r) d
    group by d.day, d.life, d.store, d.status having sum(d.n) <> 0; return null; end $$;
create or replace function goods_delivery_updated() returns trigger language plpgsql as $$ begin insert into goods_delivery_delta (day, life, store, status, n)
    select d.day, d.life, d.store, d.status, sum(d.n)::bigint as n from (select 1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.status::text, '') as status from added r union all select -1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.status::text, '') as status from gone r) d
    group by d.day, d.life, d.store, d.status having sum(d.n) <> 0; return null; end $$;
create or replace function goods_delivery_truncated() returns trigger language plpgsql as $$ begin truncate goods_delivery_delta, goods_delivery_tally, goods_delivery_cube_1; return null; end $$;
create trigger tally_insert after insert on goods_delivery referencing new table as added for each statement execute function goods_delivery_inserted();
create trigger tally_delete after delete on goods_delivery referencing old table as gone for each statement execute function goods_delivery_deleted();
create trigger tally_update after update on goods_delivery referencing new table as added old table as gone for each statement execute function goods_delivery_updated();
create trigger tally_truncate after truncate on goods_delivery for each statement execute function goods_delivery_truncated();
-- What is there already.
create temp table goods_delivery_counted on commit drop as select d.day, d.life, d.store, d.status, sum(d.n)::bigint as n from (select 1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.status::text, '') as status from goods_delivery r) d
    group by d.day, d.life, d.store, d.status having sum(d.n) <> 0;
insert into goods_delivery_cube_1 (start, store, status, life, n) select date_trunc('month', d.day)::date as start, d.store, d.status, d.life, sum(d.n)::bigint as n
    from goods_delivery_counted d group by 1, 2, 3, 4 having sum(d.n) <> 0 order by start, store, status, life;
analyze goods_delivery_cube_1;
insert into goods_delivery_tally (dim, key, grain, start, life, n) select x.dim, x.key, x.grain, x.start, d.life, sum(d.n)::bigint as n
    from (select start as day, store, status, life, n from goods_delivery_cube_1
    union all select start, store, status, life, n from (select date_trunc('month', d.day)::date as start, d.store, d.status, d.life, sum(d.n)::bigint as n
    from goods_delivery_delta d group by 1, 2, 3, 4 having sum(d.n) <> 0) s) d, lateral (select * from (values ('all', '', 'ever', date '0001-01-01'), ('all', '', 'month', date_trunc('month', d.day)::date), ('store', d.store, 'ever', date '0001-01-01'), ('store', d.store, 'month', date_trunc('month', d.day)::date), ('status', d.status, 'ever', date '0001-01-01'), ('status', d.status, 'month', date_trunc('month', d.day)::date)) v(dim, key, grain, start)) x
    group by 1, 2, 3, 4, 5 having sum(d.n) <> 0 order by dim, key, grain, start, life;
analyze goods_delivery_tally;
insert into goods_delivery_tally (dim, key, grain, start, life, n) select x.dim, x.key, x.grain, x.start, d.life, sum(d.n)::bigint as n
    from goods_delivery_counted d, lateral (select * from (values ('all', '', 'day', d.day), ('store', d.store, 'day', d.day), ('status', d.status, 'day', d.day)) v(dim, key, grain, start)) x
    group by 1, 2, 3, 4, 5 having sum(d.n) <> 0 order by dim, key, grain, start, life;
analyze goods_delivery_tally;

create table member_register_tally (dim text not null, key text collate "C" not null, grain text not null, start date not null, life text collate "C" not null, n bigint not null,
  primary key (dim, key, grain, start, life)) with (fillfactor = 90);
create table member_register_delta (n bigint not null, day date not null, life text collate "C" not null, store text collate "C" not null, status text collate "C" not null, form text collate "C" not null) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create table member_register_cube_1 (start date not null, store text collate "C" not null, status text collate "C" not null, form text collate "C" not null, life text collate "C" not null, n bigint not null,
  primary key (start, store, status, form, life)) with (fillfactor = 90);
create index member_register_cube_1_store on member_register_cube_1 (store, start);
create or replace function member_register_inserted() returns trigger language plpgsql as $$ begin insert into member_register_delta (day, life, store, status, form, n)
    select d.day, d.life, d.store, d.status, d.form, sum(d.n)::bigint as n from (select 1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.status::text, '') as status, coalesce(r.form::text, '') as form from added r) d
    group by d.day, d.life, d.store, d.status, d.form having sum(d.n) <> 0; return null; end $$;
create or replace function member_register_deleted() returns trigger language plpgsql as $$ begin insert into member_register_delta (day, life, store, status, form, n)
    select d.day, d.life, d.store, d.status, d.form, sum(d.n)::bigint as n from (select -1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.status::text, '') as status, coalesce(r.form::text, '') as form from gone r) d
    group by d.day, d.life, d.store, d.status, d.form having sum(d.n) <> 0; return null; end $$;
create or replace function member_register_updated() returns trigger language plpgsql as $$ begin insert into member_register_delta (day, life, store, status, form, n)
    select d.day, d.life, d.store, d.status, d.form, sum(d.n)::bigint as n from (select 1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.status::text, '') as status, coalesce(r.form::text, '') as form from added r union all select -1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.status::text, '') as status, coalesce(r.form::text, '') as form from gone r) d
    group by d.day, d.life, d.store, d.status, d.form having sum(d.n) <> 0; return null; end $$;
create or replace function member_register_truncated() returns trigger language plpgsql as $$ begin truncate member_register_delta, member_register_tally, member_register_cube_1; return null; end $$;
create trigger tally_insert after insert on member_register referencing new table as added for each statement execute function member_register_inserted();
create trigger tally_delete after delete on member_register referencing old table as gone for each statement execute function member_register_deleted();
create trigger tally_update after update on member_register referencing new table as added old table as gone for each statement execute function member_register_updated();
create trigger tally_truncate after truncate on member_register for each statement execute function member_register_truncated();
-- What is there already.
create temp table member_register_counted on commit drop as select d.day, d.life, d.store, d.status, d.form, sum(d.n)::bigint as n from (select 1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.status::text, '') as status, coalesce(r.form::text, '') as form from member_register r) d
    group by d.day, d.life, d.store, d.status, d.form having sum(d.n) <> 0;
insert into member_register_cube_1 (start, store, status, form, life, n) select date_trunc('month', d.day)::date as start, d.store, d.status, d.form, d.life, sum(d.n)::bigint as n
    from member_register_counted d group by 1, 2, 3, 4, 5 having sum(d.n) <> 0 order by start, store, status, form, life;
analyze member_register_cube_1;
insert into member_register_tally (dim, key, grain, start, life, n) select x.dim, x.key, x.grain, x.start, d.life, sum(d.n)::bigint as n
    from (select start as day, store, status, form, life, n from member_register_cube_1
    union all select start, store, status, form, life, n from (select date_trunc('month', d.day)::date as start, d.store, d.status, d.form, d.life, sum(d.n)::bigint as n
    from member_register_delta d group by 1, 2, 3, 4, 5 having sum(d.n) <> 0) s) d, lateral (select * from (values ('all', '', 'ever', date '0001-01-01'), ('all', '', 'month', date_trunc('month', d.day)::date), ('store', d.store, 'ever', date '0001-01-01'), ('store', d.store, 'month', date_trunc('month', d.day)::date), ('status', d.status, 'ever', date '0001-01-01'), ('status', d.status, 'month', date_trunc('month', d.day)::date), ('form', d.form, 'ever', date '0001-01-01'), ('form', d.form, 'month', date_trunc('month', d.day)::date)) v(dim, key, grain, start)) x
    group by 1, 2, 3, 4, 5 having sum(d.n) <> 0 order by dim, key, grain, start, life;
analyze member_register_tally;
insert into member_register_tally (dim, key, grain, start, life, n) select x.dim, x.key, x.grain, x.start, d.life, sum(d.n)::bigint as n
    from member_register_counted d, lateral (select * from (values ('all', '', 'day', d.day), ('store', d.store, 'day', d.day), ('status', d.status, 'day', d.day), ('form', d.form, 'day', d.day)) v(dim, key, grain, start)) x
    group by 1, 2, 3, 4, 5 having sum(d.n) <> 0 order by dim, key, grain, start, life;
analyze member_register_tally;

create table master_company_tally (dim text not null, key text collate "C" not null, grain text not null, start date not null, life text collate "C" not null, n bigint not null,
  primary key (dim, key, grain, start, life)) with (fillfactor = 90);
create table master_company_delta (n bigint not null, day date not null, life text collate "C" not null) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create or replace function master_company_inserted() returns trigger language plpgsql as $$ begin insert into master_company_delta (day, life, n)
    select d.day, d.life, sum(d.n)::bigint as n from (select 1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life from added r) d
    group by d.day, d.life having sum(d.n) <> 0; return null; end $$;
create or replace function master_company_deleted() returns trigger language plpgsql as $$ begin insert into master_company_delta (day, life, n)
    select d.day, d.life, sum(d.n)::bigint as n from (select -1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life from gone r) d
    group by d.day, d.life having sum(d.n) <> 0; return null; end $$;
create or replace function master_company_updated() returns trigger language plpgsql as $$ begin insert into master_company_delta (day, life, n)
    select d.day, d.life, sum(d.n)::bigint as n from (select 1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life from added r union all select -1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life from gone r) d
    group by d.day, d.life having sum(d.n) <> 0; return null; end $$;
create or replace function master_company_truncated() returns trigger language plpgsql as $$ begin truncate master_company_delta, master_company_tally; return null; end $$;
create trigger tally_insert after insert on master_company referencing new table as added for each statement execute function master_company_inserted();
create trigger tally_delete after delete on master_company referencing old table as gone for each statement execute function master_company_deleted();
create trigger tally_update after update on master_company referencing new table as added old table as gone for each statement execute function master_company_updated();
create trigger tally_truncate after truncate on master_company for each statement execute function master_company_truncated();
-- What is there already.
create temp table master_company_counted on commit drop as select d.day, d.life, sum(d.n)::bigint as n from (select 1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life from master_company r) d
    group by d.day, d.life having sum(d.n) <> 0;
insert into master_company_tally (dim, key, grain, start, life, n) select x.dim, x.key, x.grain, x.start, d.life, sum(d.n)::bigint as n
    from master_company_counted d, lateral (select * from (values ('all', '', 'ever', date '0001-01-01'), ('all', '', 'month', date_trunc('month', d.day)::date), ('all', '', 'day', d.day)) v(dim, key, grain, start)) x
    group by 1, 2, 3, 4, 5 having sum(d.n) <> 0 order by dim, key, grain, start, life;
analyze master_company_tally;

create table vat_info_tally (dim text not null, key text collate "C" not null, grain text not null, start date not null, life text collate "C" not null, n bigint not null,
  primary key (dim, key, grain, start, life)) with (fillfactor = 90);
create table vat_info_delta (n bigint not null, day date not null, life text collate "C" not null, store text collate "C" not null, state text collate "C" not null, status text collate "C" not null) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create table vat_info_cube_1 (start date not null, store text collate "C" not null, state text collate "C" not null, status text collate "C" not null, life text collate "C" not null, n bigint not null,
  primary key (start, store, state, status, life)) with (fillfactor = 90);
create index vat_info_cube_1_store on vat_info_cube_1 (store, start);
create or replace function vat_info_inserted() returns trigger language plpgsql as $$ begin insert into vat_info_delta (day, life, store, state, status, n)
    select d.day, d.life, d.store, d.state, d.status, sum(d.n)::bigint as n from (select 1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.state::text, '') as state, coalesce(r.status::text, '') as status from added r) d
    group by d.day, d.life, d.store, d.state, d.status having sum(d.n) <> 0; return null; end $$;
create or replace function vat_info_deleted() returns trigger language plpgsql as $$ begin insert into vat_info_delta (day, life, store, state, status, n)
    select d.day, d.life, d.store, d.state, d.status, sum(d.n)::bigint as n from (select -1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.state::text, '') as state, coalesce(r.status::text, '') as status from gone r) d
    group by d.day, d.life, d.store, d.state, d.status having sum(d.n) <> 0; return null; end $$;
create or replace function vat_info_updated() returns trigger language plpgsql as $$ begin insert into vat_info_delta (day, life, store, state, status, n)
    select d.day, d.life, d.store, d.state, d.status, sum(d.n)::bigint as n from (select 1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.state::text, '') as state, coalesce(r.status::text, '') as status from added r union all select -1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.state::text, '') as state, coalesce(r.status::text, '') as status from gone r) d
    group by d.day, d.life, d.store, d.state, d.status having sum(d.n) <> 0; return null; end $$;
create or replace function vat_info_truncated() returns trigger language plpgsql as $$ begin truncate vat_info_delta, vat_info_tally, vat_info_cube_1; return null; end $$;
create trigger tally_insert after insert on vat_info referencing new table as added for each statement execute function vat_info_inserted();
create trigger tally_delete after delete on vat_info referencing old table as gone for each statement execute function vat_info_deleted();
create trigger tally_update after update on vat_info referencing new table as added old table as gone for each statement execute function vat_info_updated();
create trigger tally_truncate after truncate on vat_info for each statement execute function vat_info_truncated();
-- What is there already.
create temp table vat_info_counted on commit drop as select d.day, d.life, d.store, d.state, d.status, sum(d.n)::bigint as n from (select 1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.state::text, '') as state, coalesce(r.status::text, '') as status from vat_info r) d
    group by d.day, d.life, d.store, d.state, d.status having sum(d.n) <> 0;
insert into vat_info_cube_1 (start, store, state, status, life, n) select date_trunc('month', d.day)::date as start, d.store, d.state, d.status, d.life, sum(d.n)::bigint as n
    from vat_info_counted d group by 1, 2, 3, 4, 5 having sum(d.n) <> 0 order by start, store, state, status, life;
analyze vat_info_cube_1;
insert into vat_info_tally (dim, key, grain, start, life, n) select x.dim, x.key, x.grain, x.start, d.life, sum(d.n)::bigint as n
    from (select start as day, store, state, status, life, n from vat_info_cube_1
    union all select start, store, state, status, life, n from (select date_trunc('month', d.day)::date as start, d.store, d.state, d.status, d.life, sum(d.n)::bigint as n
    from vat_info_delta d group by 1, 2, 3, 4, 5 having sum(d.n) <> 0) s) d, lateral (select * from (values ('all', '', 'ever', date '0001-01-01'), ('all', '', 'month', date_trunc('month', d.day)::date), ('store', d.store, 'ever', date '0001-01-01'), ('store', d.store, 'month', date_trunc('month', d.day)::date), ('state', d.state, 'ever', date '0001-01-01'), ('state', d.state, 'month', date_trunc('month', d.day)::date), ('status', d.status, 'ever', date '0001-01-01'), ('status', d.status, 'month', date_trunc('month', d.day)::date)) v(dim, key, grain, start)) x
    group by 1, 2, 3, 4, 5 having sum(d.n) <> 0 order by dim, key, grain, start, life;
analyze vat_info_tally;
insert into vat_info_tally (dim, key, grain, start, life, n) select x.dim, x.key, x.grain, x.start, d.life, sum(d.n)::bigint as n
    from vat_info_counted d, lateral (select * from (values ('all', '', 'day', d.day), ('store', d.store, 'day', d.day), ('state', d.state, 'day', d.day), ('status', d.status, 'day', d.day)) v(dim, key, grain, start)) x
    group by 1, 2, 3, 4, 5 having sum(d.n) <> 0 order by dim, key, grain, start, life;
analyze vat_info_tally;

create table vat_get_info_tally (dim text not null, key text collate "C" not null, grain text not null, start date not null, life text collate "C" not null, n bigint not null,
  primary key (dim, key, grain, start, life)) with (fillfactor = 90);
create table vat_get_info_delta (n bigint not null, day date not null, life text collate "C" not null, store text collate "C" not null) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create or replace function vat_get_info_inserted() returns trigger language plpgsql as $$ begin insert into vat_get_info_delta (day, life, store, n)
    select d.day, d.life, d.store, sum(d.n)::bigint as n from (select 1::bigint as n, r.sold_on as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store from added r) d
    group by d.day, d.life, d.store having sum(d.n) <> 0; return null; end $$;
create or replace function vat_get_info_deleted() returns trigger language plpgsql as $$ begin insert into vat_get_info_delta (day, life, store, n)
    select d.day, d.life, d.store, sum(d.n)::bigint as n from (select -1::bigint as n, r.sold_on as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store from gone r) d
    group by d.day, d.life, d.store having sum(d.n) <> 0; return null; end $$;
create or replace function vat_get_info_updated() returns trigger language plpgsql as $$ begin insert into vat_get_info_delta (day, life, store, n)
    select d.day, d.life, d.store, sum(d.n)::bigint as n from (select 1::bigint as n, r.sold_on as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store from added r union all select -1::bigint as n, r.sold_on as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store from gone r) d
    group by d.day, d.life, d.store having sum(d.n) <> 0; return null; end $$;
create or replace function vat_get_info_truncated() returns trigger language plpgsql as $$ begin truncate vat_get_info_delta, vat_get_info_tally; return null; end $$;
create trigger tally_insert after insert on vat_get_info referencing new table as added for each statement execute function vat_get_info_inserted();
create trigger tally_delete after delete on vat_get_info referencing old table as gone for each statement execute function vat_get_info_deleted();
create trigger tally_update after update on vat_get_info referencing new table as added old table as gone for each statement execute function vat_get_info_updated();
create trigger tally_truncate after truncate on vat_get_info for each statement execute function vat_get_info_truncated();
-- What is there already.
create temp table vat_get_info_counted on commit drop as select d.day, d.life, d.store, sum(d.n)::bigint as n from (select 1::bigint as n, r.sold_on as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store from vat_get_info r) d
    group by d.day, d.life, d.store having sum(d.n) <> 0;
insert into vat_get_info_tally (dim, key, grain, start, life, n) select x.dim, x.key, x.grain, x.start, d.life, sum(d.n)::bigint as n
    from vat_get_info_counted d, lateral (select * from (values ('all', '', 'ever', date '0001-01-01'), ('all', '', 'month', date_trunc('month', d.day)::date), ('all', '', 'day', d.day), ('store', d.store, 'ever', date '0001-01-01'), ('store', d.store, 'month', date_trunc('month', d.day)::date), ('store', d.store, 'day', d.day)) v(dim, key, grain, start)) x
    group by 1, 2, 3, 4, 5 having sum(d.n) <> 0 order by dim, key, grain, start, life;
analyze vat_get_info_tally;

create table goods_refund_tally (dim text not null, key text collate "C" not null, grain text not null, start date not null, life text collate "C" not null, n bigint not null,
  primary key (dim, key, grain, start, life)) with (fillfactor = 90);
create table goods_refund_delta (n bigint not null, day date not null, life text collate "C" not null, store text collate "C" not null, status text collate "C" not null) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create table goods_refund_cube_1 (start date not null, store text collate "C" not null, status text collate "C" not null, life text collate "C" not null, n bigint not null,
  primary key (start, store, status, life)) with (fillfactor = 90);
create index goods_refund_cube_1_store on goods_refund_cube_1 (store, start);
create or replace function goods_refund_inserted() returns trigger language plpgsql as $$ begin insert into goods_refund_delta (day, life, store, status, n)
    select d.day, d.life, d.store, d.status, sum(d.n)::bigint as n from (select 1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.status::text, '') as status from added r) d
    group by d.day, d.life, d.store, d.status having sum(d.n) <> 0; return null; end $$;
create or replace function goods_refund_deleted() returns trigger language plpgsql as $$ begin insert into goods_refund_delta (day, life, store, status, n)
    select d.day, d.life, d.store, d.status, sum(d.n)::bigint as n from (select -1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.status::text, '') as status from gone r) d
    group by d.day, d.life, d.store, d.status having sum(d.n) <> 0; return null; end $$;
create or replace function goods_refund_updated() returns trigger language plpgsql as $$ begin insert into goods_refund_delta (day, life, store, status, n)
    select d.day, d.life, d.store, d.status, sum(d.n)::bigint as n from (select 1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.status::text, '') as status from added r union all select -1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.status::text, '') as status from gone r) d
    group by d.day, d.life, d.store, d.status having sum(d.n) <> 0; return null; end $$;
create or replace function goods_refund_truncated() returns trigger language plpgsql as $$ begin truncate goods_refund_delta, goods_refund_tally, goods_refund_cube_1; return null; end $$;
create trigger tally_insert after insert on goods_refund referencing new table as added for each statement execute function goods_refund_inserted();
create trigger tally_delete after delete on goods_refund referencing old table as gone for each statement execute function goods_refund_deleted();
create trigger tally_update after update on goods_refund referencing new table as added old table as gone for each statement execute function goods_refund_updated();
create trigger tally_truncate after truncate on goods_refund for each statement execute function goods_refund_truncated();
-- What is there already.
create temp table goods_refund_counted on commit drop as select d.day, d.life, d.store, d.status, sum(d.n)::bigint as n from (select 1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.status::text, '') as status from goods_refund r) d
    group by d.day, d.life, d.store, d.status having sum(d.n) <> 0;
insert into goods_refund_cube_1 (start, store, status, life, n) select date_trunc('month', d.day)::date as start, d.store, d.status, d.life, sum(d.n)::bigint as n
    from goods_refund_counted d group by 1, 2, 3, 4 having sum(d.n) <> 0 order by start, store, status, life;
analyze goods_refund_cube_1;
insert into goods_refund_tally (dim, key, grain, start, life, n) select x.dim, x.key, x.grain, x.start, d.life, sum(d.n)::bigint as n
    from (select start as day, store, status, life, n from goods_refund_cube_1
    union all select start, store, status, life, n from (select date_trunc('month', d.day)::date as start, d.store, d.status, d.life, sum(d.n)::bigint as n
    from goods_refund_delta d group by 1, 2, 3, 4 having sum(d.n) <> 0) s) d, lateral (select * from (values ('all', '', 'ever', date '0001-01-01'), ('all', '', 'month', date_trunc('month', d.day)::date), ('store', d.store, 'ever', date '0001-01-01'), ('store', d.store, 'month', date_trunc('month', d.day)::date), ('status', d.status, 'ever', date '0001-01-01'), ('status', d.status, 'month', date_trunc('month', d.day)::date)) v(dim, key, grain, start)) x
    group by 1, 2, 3, 4, 5 having sum(d.n) <> 0 order by dim, key, grain, start, life;
analyze goods_refund_tally;
insert into goods_refund_tally (dim, key, grain, start, life, n) select x.dim, x.key, x.grain, x.start, d.life, sum(d.n)::bigint as n
    from goods_refund_counted d, lateral (select * from (values ('all', '', 'day', d.day), ('store', d.store, 'day', d.day), ('status', d.status, 'day', d.day)) v(dim, key, grain, start)) x
    group by 1, 2, 3, 4, 5 having sum(d.n) <> 0 order by dim, key, grain, start, life;
analyze goods_refund_tally;

-- A page of these registers comes from one index in its order: of all, of a store, of what waits, of the trash.
create index member_register_list on member_register (created_at, id) where deleted_at is null;
create index member_register_store on member_register (store, created_at, id) where deleted_at is null;
create index member_register_trash on member_register (created_at, id) where deleted_at is not null;
drop index member_register_status;
create index member_register_status on member_register (status, created_at, id) where deleted_at is null;

create index goods_delivery_list on goods_delivery (created_at, id) where deleted_at is null;
drop index goods_delivery_store;
create index goods_delivery_store on goods_delivery (store, created_at, id) where deleted_at is null;
create index goods_delivery_trash on goods_delivery (created_at, id) where deleted_at is not null;
drop index goods_delivery_status;
create index goods_delivery_status on goods_delivery (status, created_at, id) where deleted_at is null;

alter index goods_refund_newest rename to goods_refund_list;
drop index goods_refund_store;
create index goods_refund_store on goods_refund (store, created_at, id) where deleted_at is null;
create index goods_refund_trash on goods_refund (created_at, id) where deleted_at is not null;
drop index goods_refund_status;
create index goods_refund_status on goods_refund (status, created_at, id) where deleted_at is null;

drop index vat_info_status;
create index vat_info_status on vat_info (status, created_at, id) where deleted_at is null;
create index vat_info_trash on vat_info (created_at, id) where deleted_at is not null;

create index vat_get_info_trash on vat_get_info (sold_on, id) where deleted_at is not null;
create index master_company_trash on master_company (name, id) where deleted_at is not null;
