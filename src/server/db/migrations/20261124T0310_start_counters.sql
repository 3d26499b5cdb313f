-- Totals counted ahead, as counterTables() of server/counters/tables.ts prints them (docs/decisions/counters.md).

-- Durations are counted in steps: to the minute for two hours, then by 5 minutes, from 8 hours on by a quarter, from two days on
-- by the hour, from two weeks on by the day. A median is exact to the step.
create function time_step(minutes integer) returns integer immutable parallel safe language sql
  return case when minutes < 120 then minutes when minutes < 480 then minutes / 5 * 5 when minutes < 2880 then minutes / 15 * 15
    when minutes < 20160 then minutes / 60 * 60 else minutes / 1440 * 1440 end;

create table complaints_counters (dim text not null, key text collate "C" not null, grain text not null, start date not null, state text collate "C" not null, n bigint not null, late bigint not null, wait_sum bigint not null, wait_n bigint not null,
  primary key (dim, key, grain, start, state)) with (fillfactor = 90);
create table complaints_delta (n bigint not null, day date not null, state text collate "C" not null, store text collate "C" not null, department text collate "C" not null, feedback_type text collate "C" not null, feedback_method text collate "C" not null, solution text collate "C" not null, assignee text collate "C" not null, tags bigint[] not null, late bigint not null, wait_sum bigint not null, wait_n bigint not null, priority text collate "C" not null, source text collate "C" not null, wait_step integer, done_day date, done_step integer, rating integer) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
-- Changes not compacted yet are found by their day: the table itself, long once, is cut only when nobody reads it for a moment.
create index complaints_delta_day on complaints_delta (day);
create table complaints_times (kind text not null, grain text not null, start date not null, step integer not null, n bigint not null, late bigint not null, wait_sum bigint not null, wait_n bigint not null,
  primary key (kind, grain, start, step)) with (fillfactor = 90);
create table complaints_rollup_1 (start date not null, department text collate "C" not null, feedback_type text collate "C" not null, solution text collate "C" not null, state text collate "C" not null, n bigint not null, late bigint not null, wait_sum bigint not null, wait_n bigint not null,
  primary key (start, department, feedback_type, solution, state)) with (fillfactor = 90);
create table complaints_rollup_2 (start date not null, store text collate "C" not null, feedback_type text collate "C" not null, solution text collate "C" not null, state text collate "C" not null, n bigint not null, late bigint not null, wait_sum bigint not null, wait_n bigint not null,
  primary key (start, store, feedback_type, solution, state)) with (fillfactor = 90);
create index complaints_rollup_2_store on complaints_rollup_2 (store, start);
create table complaints_rollup_3 (start date not null, store text collate "C" not null, department text collate "C" not null, feedback_type text collate "C" not null, solution text collate "C" not null, state text collate "C" not null, n bigint not null, late bigint not null, wait_sum bigint not null, wait_n bigint not null,
  primary key (start, store, department, feedback_type, solution, state)) with (fillfactor = 90);
create index complaints_rollup_3_store on complaints_rollup_3 (store, start);
create index complaints_rollup_3_department on complaints_rollup_3 (department, start);
create table complaints_rollup_4 (start date not null, store text collate "C" not null, tags text collate "C" not null, state text collate "C" not null, n bigint not null, late bigint not null, wait_sum bigint not null, wait_n bigint not null,
  primary key (start, store, tags, state)) with (fillfactor = 90);
create table complaints_rollup_5 (start date not null, department text collate "C" not null, feedback_type text collate "C" not null, tags text collate "C" not null, state text collate "C" not null, n bigint not null, late bigint not null, wait_sum bigint not null, wait_n bigint not null,
  primary key (start, department, feedback_type, tags, state)) with (fillfactor = 90);
create index complaints_rollup_5_feedback_type on complaints_rollup_5 (feedback_type, start);
create table complaints_rollup_6 (start date not null, department text collate "C" not null, feedback_type text collate "C" not null, solution text collate "C" not null, state text collate "C" not null, n bigint not null, late bigint not null, wait_sum bigint not null, wait_n bigint not null,
  primary key (start, department, feedback_type, solution, state)) with (fillfactor = 90);
create table complaints_rollup_7 (start date not null, store text collate "C" not null, feedback_type text collate "C" not null, state text collate "C" not null, n bigint not null, late bigint not null, wait_sum bigint not null, wait_n bigint not null,
  primary key (start, store, feedback_type, state)) with (fillfactor = 90);
create table complaints_rollup_8 (start date not null, feedback_type text collate "C" not null, tags text collate "C" not null, state text collate "C" not null, n bigint not null, late bigint not null, wait_sum bigint not null, wait_n bigint not null,
  primary key (start, feedback_type, tags, state)) with (fillfactor = 90);
create table complaints_rollup_9 (start date not null, store text collate "C" not null, department text collate "C" not null, state text collate "C" not null, n bigint not null, late bigint not null, wait_sum bigint not null, wait_n bigint not null,
  primary key (start, store, department, state)) with (fillfactor = 90);
create index complaints_rollup_9_store on complaints_rollup_9 (store, start);
create index complaints_rollup_9_department on complaints_rollup_9 (department, start);
create function complaints_inserted() returns trigger language plpgsql as $$ begin insert into complaints_delta (n, day, state, store, department, feedback_type, feedback_method, solution, assignee, priority, source, tags, wait_step, done_day, done_step, rating, late, wait_sum, wait_n) select 1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then r.state else 'deleted' end as state, coalesce(r.store::text, '') as store, coalesce(r.department::text, '') as department, coalesce(r.feedback_type::text, '') as feedback_type, coalesce(r.feedback_method::text, '') as feedback_method, coalesce(r.solution::text, '') as solution, coalesce(r.assignee::text, '') as assignee, coalesce(r.priority::text, '') as priority, coalesce(r.source::text, '') as source, r.tags, time_step(r.wait_minutes) as wait_step, (r.completed_at at time zone chain_zone())::date as done_day, time_step(floor(extract(epoch from r.completed_at - r.created_at) / 60)::integer) as done_step, r.rating as rating, coalesce(r.breached_at is not null or r.due_at < r.completed_at, false)::int::bigint as late, coalesce(r.wait_minutes, 0)::bigint as wait_sum, (r.wait_minutes is not null)::int::bigint as wait_n from added r; return null; end $$;
create function complaints_deleted() returns trigger language plpgsql as $$ begin insert into complaints_delta (n, day, state, store, department, feedback_type, feedback_method, solution, assignee, priority, source, tags, wait_step, done_day, done_step, rating, late, wait_sum, wait_n) select -1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then r.state else 'deleted' end as state, coalesce(r.store::text, '') as store, coalesce(r.department::text, '') as department, coalesce(r.feedback_type::text, '') as feedback_type, coalesce(r.feedback_method::text, '') as feedback_method, coalesce(r.solution::text, '') as solution, coalesce(r.assignee::text, '') as assignee, coalesce(r.priority::text, '') as priority, coalesce(r.source::text, '') as source, r.tags, time_step(r.wait_minutes) as wait_step, (r.completed_at at time zone chain_zone())::date as done_day, time_step(floor(extract(epoch from r.completed_at - r.created_at) / 60)::integer) as done_step, r.rating as rating, -coalesce(r.breached_at is not null or r.due_at < r.completed_at, false)::int::bigint as late, -coalesce(r.wait_minutes, 0)::bigint as wait_sum, -(r.wait_minutes is not null)::int::bigint as wait_n from gone r; return null; end $$;
create function complaints_updated() returns trigger language plpgsql as $$ begin insert into complaints_delta (day, state, store, department, feedback_type, feedback_method, solution, assignee, priority, source, tags, wait_step, done_day, done_step, rating, n, late, wait_sum, wait_n)
    select d.day, d.state, d.store, d.department, d.feedback_type, d.feedback_method, d.solution, d.assignee, d.priority, d.source, d.tags, d.wait_step, d.done_day, d.done_step, d.rating, sum(d.n)::bigint as n, sum(d.late)::bigint as late, sum(d.wait_sum)::bigint as wait_sum, sum(d.wait_n)::bigint as wait_n from (select 1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then r.state else 'deleted' end as state, coalesce(r.store::text, '') as store, coalesce(r.department::text, '') as department, coalesce(r.feedback_type::text, '') as feedback_type, coalesce(r.feedback_method::text, '') as feedback_method, coalesce(r.solution::text, '') as solution, coalesce(r.assignee::text, '') as assignee, coalesce(r.priority::text, '') as priority, coalesce(r.source::text, '') as source, r.tags, time_step(r.wait_minutes) as wait_step, (r.completed_at at time zone chain_zone())::date as done_day, time_step(floor(extract(epoch from r.completed_at - r.created_at) / 60)::integer) as done_step, r.rating as rating, coalesce(r.breached_at is not null or r.due_at < r.completed_at, false)::int::bigint as late, coalesce(r.wait_minutes, 0)::bigint as wait_sum, (r.wait_minutes is not null)::int::bigint as wait_n from added r union all select -1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then r.state else 'deleted' end as state, coalesce(r.store::text, '') as store, coalesce(r.department::text, '') as department, coalesce(r.feedback_type::text, '') as feedback_type, coalesce(r.feedback_method::text, '') as feedback_method, coalesce(r.solution::text, '') as solution, coalesce(r.assignee::text, '') as assignee, coalesce(r.priority::text, '') as priority, coalesce(r.source::text, '') as source, r.tags, time_step(r.wait_minutes) as wait_step, (r.completed_at at time zone chain_zone())::date as done_day, time_step(floor(extract(epoch from r.completed_at - r.created_at) / 60)::integer) as done_step, r.rating as rating, -coalesce(r.breached_at is not null or r.due_at < r.completed_at, false)::int::bigint as late, -coalesce(r.wait_minutes, 0)::bigint as wait_sum, -(r.wait_minutes is not null)::int::bigint as wait_n from gone r) d
    group by d.day, d.state, d.store, d.department, d.feedback_type, d.feedback_method, d.solution, d.assignee, d.priority, d.source, d.tags, d.wait_step, d.done_day, d.done_step, d.rating having sum(d.n) <> 0 or sum(d.late) <> 0 or sum(d.wait_sum) <> 0 or sum(d.wait_n) <> 0; return null; end $$;
create function complaints_truncated() returns trigger language plpgsql as $$ begin truncate complaints_delta, complaints_counters, complaints_times, complaints_rollup_1, complaints_rollup_2, complaints_rollup_3, complaints_rollup_4, complaints_rollup_5, complaints_rollup_6, complaints_rollup_7, complaints_rollup_8, complaints_rollup_9; return null; end $$;
create trigger counters_insert after insert on complaints referencing new table as added for each statement execute function complaints_inserted();
create trigger counters_delete after delete on complaints referencing old table as gone for each statement execute function complaints_deleted();
create trigger counters_update after update on complaints referencing new table as added old table as gone for each statement execute function complaints_updated();
create trigger counters_truncate after truncate on complaints for each statement execute function complaints_truncated();

create table goods_delivery_counters (dim text not null, key text collate "C" not null, grain text not null, start date not null, life text collate "C" not null, n bigint not null,
  primary key (dim, key, grain, start, life)) with (fillfactor = 90);
create table goods_delivery_delta (n bigint not null, day date not null, life text collate "C" not null, store text collate "C" not null, status text collate "C" not null) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index goods_delivery_delta_day on goods_delivery_delta (day);
create table goods_delivery_rollup_1 (start date not null, store text collate "C" not null, status text collate "C" not null, life text collate "C" not null, n bigint not null,
  primary key (start, store, status, life)) with (fillfactor = 90);
create index goods_delivery_rollup_1_store on goods_delivery_rollup_1 (store, start);
create function goods_delivery_inserted() returns trigger language plpgsql as $$ begin insert into goods_delivery_delta (day, life, store, status, n)
    select d.day, d.life, d.store, d.status, sum(d.n)::bigint as n from (select 1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.status::text, '') as status from added r) d
    group by d.day, d.life, d.store, d.status having sum(d.n) <> 0; return null; end $$;
create function goods_delivery_deleted() returns trigger language plpgsql as $$ begin insert into goods_delivery_delta (day, life, store, status, n)
    select d.day, d.life, d.store, d.status, sum(d.n)::bigint as n from (select -1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.status::text, '') as status from gone r) d
    group by d.day, d.life, d.store, d.status having sum(d.n) <> 0; return null; end $$;
create function goods_delivery_updated() returns trigger language plpgsql as $$ begin insert into goods_delivery_delta (day, life, store, status, n)
    select d.day, d.life, d.store, d.status, sum(d.n)::bigint as n from (select 1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.status::text, '') as status from added r union all select -1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.status::text, '') as status from gone r) d
    group by d.day, d.life, d.store, d.status having sum(d.n) <> 0; return null; end $$;
create function goods_delivery_truncated() returns trigger language plpgsql as $$ begin truncate goods_delivery_delta, goods_delivery_counters, goods_delivery_rollup_1; return null; end $$;
create trigger counters_insert after insert on goods_delivery referencing new table as added for each statement execute function goods_delivery_inserted();
create trigger counters_delete after delete on goods_delivery referencing old table as gone for each statement execute function goods_delivery_deleted();
create trigger counters_update after update on goods_delivery referencing new table as added old table as gone for each statement execute function goods_delivery_updated();
create trigger counters_truncate after truncate on goods_delivery for each statement execute function goods_delivery_truncated();

create table member_register_counters (dim text not null, key text collate "C" not null, grain text not null, start date not null, life text collate "C" not null, n bigint not null,
  primary key (dim, key, grain, start, life)) with (fillfactor = 90);
create table member_register_delta (n bigint not null, day date not null, life text collate "C" not null, store text collate "C" not null, status text collate "C" not null, form text collate "C" not null) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index member_register_delta_day on member_register_delta (day);
create table member_register_rollup_1 (start date not null, store text collate "C" not null, status text collate "C" not null, form text collate "C" not null, life text collate "C" not null, n bigint not null,
  primary key (start, store, status, form, life)) with (fillfactor = 90);
create index member_register_rollup_1_store on member_register_rollup_1 (store, start);
create function member_register_inserted() returns trigger language plpgsql as $$ begin insert into member_register_delta (day, life, store, status, form, n)
    select d.day, d.life, d.store, d.status, d.form, sum(d.n)::bigint as n from (select 1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.status::text, '') as status, coalesce(r.form::text, '') as form from added r) d
    group by d.day, d.life, d.store, d.status, d.form having sum(d.n) <> 0; return null; end $$;
create function member_register_deleted() returns trigger language plpgsql as $$ begin insert into member_register_delta (day, life, store, status, form, n)
    select d.day, d.life, d.store, d.status, d.form, sum(d.n)::bigint as n from (select -1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.status::text, '') as status, coalesce(r.form::text, '') as form from gone r) d
    group by d.day, d.life, d.store, d.status, d.form having sum(d.n) <> 0; return null; end $$;
create function member_register_updated() returns trigger language plpgsql as $$ begin insert into member_register_delta (day, life, store, status, form, n)
    select d.day, d.life, d.store, d.status, d.form, sum(d.n)::bigint as n from (select 1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.status::text, '') as status, coalesce(r.form::text, '') as form from added r union all select -1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.status::text, '') as status, coalesce(r.form::text, '') as form from gone r) d
    group by d.day, d.life, d.store, d.status, d.form having sum(d.n) <> 0; return null; end $$;
create function member_register_truncated() returns trigger language plpgsql as $$ begin truncate member_register_delta, member_register_counters, member_register_rollup_1; return null; end $$;
create trigger counters_insert after insert on member_register referencing new table as added for each statement execute function member_register_inserted();
create trigger counters_delete after delete on member_register referencing old table as gone for each statement execute function member_register_deleted();
create trigger counters_update after update on member_register referencing new table as added old table as gone for each statement execute function member_register_updated();
create trigger counters_truncate after truncate on member_register for each statement execute function member_register_truncated();

create table master_company_counters (dim text not null, key text collate "C" not null, grain text not null, start date not null, life text collate "C" not null, n bigint not null,
  primary key (dim, key, grain, start, life)) with (fillfactor = 90);
create table master_company_delta (n bigint not null, day date not null, life text collate "C" not null) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index master_company_delta_day on master_company_delta (day);
create function master_company_inserted() returns trigger language plpgsql as $$ begin insert into master_company_delta (day, life, n)
    select d.day, d.life, sum(d.n)::bigint as n from (select 1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life from added r) d
    group by d.day, d.life having sum(d.n) <> 0; return null; end $$;
create function master_company_deleted() returns trigger language plpgsql as $$ begin insert into master_company_delta (day, life, n)
    select d.day, d.life, sum(d.n)::bigint as n from (select -1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life from gone r) d
    group by d.day, d.life having sum(d.n) <> 0; return null; end $$;
create function master_company_updated() returns trigger language plpgsql as $$ begin insert into master_company_delta (day, life, n)
    select d.day, d.life, sum(d.n)::bigint as n from (select 1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life from added r union all select -1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life from gone r) d
    group by d.day, d.life having sum(d.n) <> 0; return null; end $$;
create function master_company_truncated() returns trigger language plpgsql as $$ begin truncate master_company_delta, master_company_counters; return null; end $$;
create trigger counters_insert after insert on master_company referencing new table as added for each statement execute function master_company_inserted();
create trigger counters_delete after delete on master_company referencing old table as gone for each statement execute function master_company_deleted();
create trigger counters_update after update on master_company referencing new table as added old table as gone for each statement execute function master_company_updated();
create trigger counters_truncate after truncate on master_company for each statement execute function master_company_truncated();

create table vat_info_counters (dim text not null, key text collate "C" not null, grain text not null, start date not null, life text collate "C" not null, n bigint not null,
  primary key (dim, key, grain, start, life)) with (fillfactor = 90);
create table vat_info_delta (n bigint not null, day date not null, life text collate "C" not null, store text collate "C" not null, state text collate "C" not null, status text collate "C" not null) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index vat_info_delta_day on vat_info_delta (day);
create table vat_info_rollup_1 (start date not null, store text collate "C" not null, state text collate "C" not null, status text collate "C" not null, life text collate "C" not null, n bigint not null,
  primary key (start, store, state, status, life)) with (fillfactor = 90);
create index vat_info_rollup_1_store on vat_info_rollup_1 (store, start);
create function vat_info_inserted() returns trigger language plpgsql as $$ begin insert into vat_info_delta (day, life, store, state, status, n)
    select d.day, d.life, d.store, d.state, d.status, sum(d.n)::bigint as n from (select 1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.state::text, '') as state, coalesce(r.status::text, '') as status from added r) d
    group by d.day, d.life, d.store, d.state, d.status having sum(d.n) <> 0; return null; end $$;
create function vat_info_deleted() returns trigger language plpgsql as $$ begin insert into vat_info_delta (day, life, store, state, status, n)
    select d.day, d.life, d.store, d.state, d.status, sum(d.n)::bigint as n from (select -1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.state::text, '') as state, coalesce(r.status::text, '') as status from gone r) d
    group by d.day, d.life, d.store, d.state, d.status having sum(d.n) <> 0; return null; end $$;
create function vat_info_updated() returns trigger language plpgsql as $$ begin insert into vat_info_delta (day, life, store, state, status, n)
    select d.day, d.life, d.store, d.state, d.status, sum(d.n)::bigint as n from (select 1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.state::text, '') as state, coalesce(r.status::text, '') as status from added r union all select -1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.state::text, '') as state, coalesce(r.status::text, '') as status from gone r) d
    group by d.day, d.life, d.store, d.state, d.status having sum(d.n) <> 0; return null; end $$;
create function vat_info_truncated() returns trigger language plpgsql as $$ begin truncate vat_info_delta, vat_info_counters, vat_info_rollup_1; return null; end $$;
create trigger counters_insert after insert on vat_info referencing new table as added for each statement execute function vat_info_inserted();
create trigger counters_delete after delete on vat_info referencing old table as gone for each statement execute function vat_info_deleted();
create trigger counters_update after update on vat_info referencing new table as added old table as gone for each statement execute function vat_info_updated();
create trigger counters_truncate after truncate on vat_info for each statement execute function vat_info_truncated();

create table vat_get_info_counters (dim text not null, key text collate "C" not null, grain text not null, start date not null, life text collate "C" not null, n bigint not null,
  primary key (dim, key, grain, start, life)) with (fillfactor = 90);
create table vat_get_info_delta (n bigint not null, day date not null, life text collate "C" not null, store text collate "C" not null) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index vat_get_info_delta_day on vat_get_info_delta (day);
create function vat_get_info_inserted() returns trigger language plpgsql as $$ begin insert into vat_get_info_delta (day, life, store, n)
    select d.day, d.life, d.store, sum(d.n)::bigint as n from (select 1::bigint as n, r.sold_on as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store from added r) d
    group by d.day, d.life, d.store having sum(d.n) <> 0; return null; end $$;
create function vat_get_info_deleted() returns trigger language plpgsql as $$ begin insert into vat_get_info_delta (day, life, store, n)
    select d.day, d.life, d.store, sum(d.n)::bigint as n from (select -1::bigint as n, r.sold_on as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store from gone r) d
    group by d.day, d.life, d.store having sum(d.n) <> 0; return null; end $$;
create function vat_get_info_updated() returns trigger language plpgsql as $$ begin insert into vat_get_info_delta (day, life, store, n)
    select d.day, d.life, d.store, sum(d.n)::bigint as n from (select 1::bigint as n, r.sold_on as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store from added r union all select -1::bigint as n, r.sold_on as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store from gone r) d
    group by d.day, d.life, d.store having sum(d.n) <> 0; return null; end $$;
create function vat_get_info_truncated() returns trigger language plpgsql as $$ begin truncate vat_get_info_delta, vat_get_info_counters; return null; end $$;
create trigger counters_insert after insert on vat_get_info referencing new table as added for each statement execute function vat_get_info_inserted();
create trigger counters_delete after delete on vat_get_info referencing old table as gone for each statement execute function vat_get_info_deleted();
create trigger counters_update after update on vat_get_info referencing new table as added old table as gone for each statement execute function vat_get_info_updated();
create trigger counters_truncate after truncate on vat_get_info for each statement execute function vat_get_info_truncated();

create table goods_refund_counters (dim text not null, key text collate "C" not null, grain text not null, start date not null, life text collate "C" not null, n bigint not null,
  primary key (dim, key, grain, start, life)) with (fillfactor = 90);
create table goods_refund_delta (n bigint not null, day date not null, life text collate "C" not null, store text collate "C" not null, status text collate "C" not null) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index goods_refund_delta_day on goods_refund_delta (day);
create table goods_refund_rollup_1 (start date not null, store text collate "C" not null, status text collate "C" not null, life text collate "C" not null, n bigint not null,
  primary key (start, store, status, life)) with (fillfactor = 90);
create index goods_refund_rollup_1_store on goods_refund_rollup_1 (store, start);
create function goods_refund_inserted() returns trigger language plpgsql as $$ begin insert into goods_refund_delta (day, life, store, status, n)
    select d.day, d.life, d.store, d.status, sum(d.n)::bigint as n from (select 1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.status::text, '') as status from added r) d
    group by d.day, d.life, d.store, d.status having sum(d.n) <> 0; return null; end $$;
create function goods_refund_deleted() returns trigger language plpgsql as $$ begin insert into goods_refund_delta (day, life, store, status, n)
    select d.day, d.life, d.store, d.status, sum(d.n)::bigint as n from (select -1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.status::text, '') as status from gone r) d
    group by d.day, d.life, d.store, d.status having sum(d.n) <> 0; return null; end $$;
create function goods_refund_updated() returns trigger language plpgsql as $$ begin insert into goods_refund_delta (day, life, store, status, n)
    select d.day, d.life, d.store, d.status, sum(d.n)::bigint as n from (select 1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.status::text, '') as status from added r union all select -1::bigint as n, (r.created_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.store::text, '') as store, coalesce(r.status::text, '') as status from gone r) d
    group by d.day, d.life, d.store, d.status having sum(d.n) <> 0; return null; end $$;
create function goods_refund_truncated() returns trigger language plpgsql as $$ begin truncate goods_refund_delta, goods_refund_counters, goods_refund_rollup_1; return null; end $$;
create trigger counters_insert after insert on goods_refund referencing new table as added for each statement execute function goods_refund_inserted();
create trigger counters_delete after delete on goods_refund referencing old table as gone for each statement execute function goods_refund_deleted();
create trigger counters_update after update on goods_refund referencing new table as added old table as gone for each statement execute function goods_refund_updated();
create trigger counters_truncate after truncate on goods_refund for each statement execute function goods_refund_truncated();
