create index customer_survey_responses_survey on customer_survey_responses (survey, answered_at, id) where deleted_at is null;
create index customer_survey_responses_low on customer_survey_responses (answered_at, id) where deleted_at is null and is_low;

-- Results of surveys, counted ahead. What was answered stands in `answers` alone; marks and counts are made of it by triggers, and
-- `npm run verify` proves them.

-- Each answer as one number, question * 100 + value: what was given on a scale, yes 1 and no 0, an option by its place from 0, a text 99.
create function survey_marks(answers jsonb) returns bigint[] stable language sql as $$
  select coalesce(array_agg(q.id * 100 + v.value order by q.id, v.value), '{}')
  from jsonb_each(answers) a join survey_questions q on q.id = a.key::bigint
    cross join lateral (
      select case q.kind when 'yes-no' then (a.value #>> '{}' = 'yes')::int when 'short' then 99 when 'long' then 99 else (a.value #>> '{}')::int end as value
        where q.kind not in ('choice', 'choices')
      union all
      select o.place::int - 1 from jsonb_array_elements(q.options) with ordinality o(option, place)
        where q.kind in ('choice', 'choices')
          and (case jsonb_typeof(a.value) when 'array' then a.value else jsonb_build_array(a.value) end) ? (o.option ->> 'key')
    ) v
$$;
-- What was written, folded, to be searched.
create function survey_written(answers jsonb) returns text stable language sql as $$
  select fold(string_agg(a.value #>> '{}', ' ' order by q.id)) from jsonb_each(answers) a join survey_questions q on q.id = a.key::bigint
  where q.kind in ('short', 'long')
$$;
alter table customer_survey_responses add column marks bigint[] not null default '{}', add column written text;
update customer_survey_responses set marks = survey_marks(answers), written = survey_written(answers) where answers <> '{}';
create index customer_survey_responses_marks on customer_survey_responses using gin (marks);
create index customer_survey_responses_written on customer_survey_responses using gin (written gin_trgm_ops) where written is not null;
create function customer_survey_responses_marked() returns trigger language plpgsql as $$ begin new.marks := survey_marks(new.answers); new.written := survey_written(new.answers); return new; end $$;
create trigger marks before insert or update of answers on customer_survey_responses for each row execute function customer_survey_responses_marked();

-- How often each value was given, by day and month: v0 to v29. Question 0 stands for the responses themselves: v0 have a score, whose sum is
-- `total`. A store of 0 is none. Whoever answers in one store waits for no other.
do $$
declare
  columns text := (select string_agg('v' || at, ', ' order by at) from generate_series(0, 29) at);
  given text := (select string_agg(format('count(*) filter (where m.value = %s)::int as v%s', at, at), ', ' order by at) from generate_series(0, 29) at);
  scored text := (select string_agg(case at when 0 then 'count(r.score)::int' else '0' end, ', ' order by at) from generate_series(0, 29) at);
  summed text := (select string_agg(format('sum(c.sign * c.v%s)::int as v%s', at, at), ', ' order by at) from generate_series(0, 29) at);
  added text := (select string_agg(format('v%s = t.v%s + excluded.v%s', at, at, at), ', ' order by at) from generate_series(0, 29) at);
  isany text := (select string_agg(format('sum(c.sign * c.v%s) <> 0', at), ' or ' order by at) from generate_series(0, 29) at);
  day text := '(r.answered_at at time zone chain_zone())::date';
  -- The live rows of a source, as what each day has.
  counted text := format('select r.survey, %1$s as day, coalesce(r.store, 0) as store, m.question, count(distinct r.id)::int as n, 0::bigint as total, %2$s
    from %%1$s r cross join lateral (select mark / 100 as question, mark %%%% 100 as value from unnest(r.marks) mark) m
    where r.deleted_at is null group by 1, 2, 3, 4
    union all
    select r.survey, %1$s, coalesce(r.store, 0), 0, count(*)::int, coalesce(sum(r.score), 0)::bigint, %3$s
    from %%1$s r where r.deleted_at is null group by 1, 2, 3', day, given, scored);
  -- The same as days and months; in one order, so that no two writers ever wait for each other.
  spread text := format('select c.survey, g.grain, case g.grain when ''day'' then c.day else date_trunc(''month'', c.day::timestamp)::date end as start,
      c.store, c.question, sum(c.sign * c.n)::int as n, sum(c.sign * c.total)::bigint as total, %s
    from (%%s) c cross join (values (''day''), (''month'')) g(grain)
    group by 1, 2, 3, 4, 5 having sum(c.sign * c.n) <> 0 or sum(c.sign * c.total) <> 0 or %s order by 1, 2, 3, 4, 5', summed, isany);
  keep text := format('insert into survey_counts as t (survey, grain, start, store, question, n, total, %s) %%s
    on conflict (survey, grain, start, store, question) do update set n = t.n + excluded.n, total = t.total + excluded.total, %s', columns, added);
  of_rows text := format(counted, 'customer_survey_responses');
  of_added text := 'select 1 as sign, a.* from (' || format(counted, 'added') || ') a';
  of_gone text := 'select -1 as sign, g.* from (' || format(counted, 'gone') || ') g';
begin
  execute 'create table survey_counts (survey bigint not null, grain text not null, start date not null, store bigint not null, question bigint not null, n integer not null, total bigint not null, '
    || (select string_agg(format('v%s integer not null', at), ', ' order by at) from generate_series(0, 29) at)
    || ', primary key (survey, grain, start, store, question)) with (fillfactor = 80)';
  execute 'create view survey_counted as ' || format(spread, 'select 1 as sign, o.* from (' || of_rows || ') o');
  execute format('create function survey_counts_added() returns trigger language plpgsql as %L', 'begin ' || format(keep, format(spread, of_added)) || '; return null; end');
  execute format('create function survey_counts_gone() returns trigger language plpgsql as %L', 'begin ' || format(keep, format(spread, of_gone)) || '; return null; end');
  execute format('create function survey_counts_changed() returns trigger language plpgsql as %L', 'begin ' || format(keep, format(spread, of_added || ' union all ' || of_gone)) || '; return null; end');
end $$;
create function survey_counts_emptied() returns trigger language plpgsql as $$ begin truncate survey_counts; return null; end $$;
create trigger results_insert after insert on customer_survey_responses referencing new table as added for each statement execute function survey_counts_added();
create trigger results_delete after delete on customer_survey_responses referencing old table as gone for each statement execute function survey_counts_gone();
create trigger results_update after update on customer_survey_responses referencing new table as added old table as gone for each statement execute function survey_counts_changed();
create trigger results_truncate after truncate on customer_survey_responses for each statement execute function survey_counts_emptied();
insert into survey_counts select * from survey_counted;

-- Responses count on the day they were given, with their scores.
drop table customer_survey_responses_counters;
create table customer_survey_responses_counters (dim text not null, key text collate "C" not null, grain text not null, start date not null, life text collate "C" not null, n bigint not null, low_n bigint not null, score_sum bigint not null, score_n bigint not null,
  primary key (dim, key, grain, start, life)) with (fillfactor = 90);
create index customer_survey_responses_counters_time on customer_survey_responses_counters (dim, grain, start);
drop table customer_survey_responses_delta;
create table customer_survey_responses_delta (n bigint not null, day date not null, life text collate "C" not null, survey text collate "C" not null, store text collate "C" not null, state text collate "C" not null, is_low text collate "C" not null, channel text collate "C" not null, low_n bigint not null, score_sum bigint not null, score_n bigint not null) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index customer_survey_responses_delta_day on customer_survey_responses_delta (day);
drop table customer_survey_responses_rollup_1;
create table customer_survey_responses_rollup_1 (start date not null, survey text collate "C" not null, store text collate "C" not null, state text collate "C" not null, is_low text collate "C" not null, channel text collate "C" not null, life text collate "C" not null, n bigint not null, low_n bigint not null, score_sum bigint not null, score_n bigint not null,
  primary key (start, survey, store, state, is_low, channel, life)) with (fillfactor = 90);
create index customer_survey_responses_rollup_1_survey on customer_survey_responses_rollup_1 (survey, start);
create index customer_survey_responses_rollup_1_store on customer_survey_responses_rollup_1 (store, start);
create table customer_survey_responses_rollup_2 (start date not null, survey text collate "C" not null, store text collate "C" not null, state text collate "C" not null, is_low text collate "C" not null, channel text collate "C" not null, life text collate "C" not null, n bigint not null, low_n bigint not null, score_sum bigint not null, score_n bigint not null,
  primary key (start, survey, store, state, is_low, channel, life)) with (fillfactor = 90);
create index customer_survey_responses_rollup_2_survey on customer_survey_responses_rollup_2 (survey, start);
create index customer_survey_responses_rollup_2_store on customer_survey_responses_rollup_2 (store, start);
create or replace function customer_survey_responses_inserted() returns trigger language plpgsql as $$ begin insert into customer_survey_responses_delta (day, life, survey, store, state, is_low, channel, n, low_n, score_sum, score_n)
    select d.day, d.life, d.survey, d.store, d.state, d.is_low, d.channel, sum(d.n)::bigint as n, sum(d.low_n)::bigint as low_n, sum(d.score_sum)::bigint as score_sum, sum(d.score_n)::bigint as score_n from (select 1::bigint as n, (r.answered_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.survey::text, '') as survey, coalesce(r.store::text, '') as store, coalesce(r.state::text, '') as state, coalesce(r.is_low::text, '') as is_low, coalesce(r.channel::text, '') as channel, ((coalesce((r.is_low::text in ('true')), false))::int)::bigint as low_n, (coalesce(r.score, 0))::bigint as score_sum, ((coalesce(r.score is not null, false))::int)::bigint as score_n from added r) d
    group by d.day, d.life, d.survey, d.store, d.state, d.is_low, d.channel having sum(d.n) <> 0 or sum(d.low_n) <> 0 or sum(d.score_sum) <> 0 or sum(d.score_n) <> 0; return null; end $$;
create or replace function customer_survey_responses_deleted() returns trigger language plpgsql as $$ begin insert into customer_survey_responses_delta (day, life, survey, store, state, is_low, channel, n, low_n, score_sum, score_n)
    select d.day, d.life, d.survey, d.store, d.state, d.is_low, d.channel, sum(d.n)::bigint as n, sum(d.low_n)::bigint as low_n, sum(d.score_sum)::bigint as score_sum, sum(d.score_n)::bigint as score_n from (select -1::bigint as n, (r.answered_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.survey::text, '') as survey, coalesce(r.store::text, '') as store, coalesce(r.state::text, '') as state, coalesce(r.is_low::text, '') as is_low, coalesce(r.channel::text, '') as channel, -((coalesce((r.is_low::text in ('true')), false))::int)::bigint as low_n, -(coalesce(r.score, 0))::bigint as score_sum, -((coalesce(r.score is not null, false))::int)::bigint as score_n from gone r) d
    group by d.day, d.life, d.survey, d.store, d.state, d.is_low, d.channel having sum(d.n) <> 0 or sum(d.low_n) <> 0 or sum(d.score_sum) <> 0 or sum(d.score_n) <> 0; return null; end $$;
create or replace function customer_survey_responses_updated() returns trigger language plpgsql as $$ begin insert into customer_survey_responses_delta (day, life, survey, store, state, is_low, channel, n, low_n, score_sum, score_n)
    select d.day, d.life, d.survey, d.store, d.state, d.is_low, d.channel, sum(d.n)::bigint as n, sum(d.low_n)::bigint as low_n, sum(d.score_sum)::bigint as score_sum, sum(d.score_n)::bigint as score_n from (select 1::bigint as n, (r.answered_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.survey::text, '') as survey, coalesce(r.store::text, '') as store, coalesce(r.state::text, '') as state, coalesce(r.is_low::text, '') as is_low, coalesce(r.channel::text, '') as channel, ((coalesce((r.is_low::text in ('true')), false))::int)::bigint as low_n, (coalesce(r.score, 0))::bigint as score_sum, ((coalesce(r.score is not null, false))::int)::bigint as score_n from added r union all select -1::bigint as n, (r.answered_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.survey::text, '') as survey, coalesce(r.store::text, '') as store, coalesce(r.state::text, '') as state, coalesce(r.is_low::text, '') as is_low, coalesce(r.channel::text, '') as channel, -((coalesce((r.is_low::text in ('true')), false))::int)::bigint as low_n, -(coalesce(r.score, 0))::bigint as score_sum, -((coalesce(r.score is not null, false))::int)::bigint as score_n from gone r) d
    group by d.day, d.life, d.survey, d.store, d.state, d.is_low, d.channel having sum(d.n) <> 0 or sum(d.low_n) <> 0 or sum(d.score_sum) <> 0 or sum(d.score_n) <> 0; return null; end $$;
create or replace function customer_survey_responses_truncated() returns trigger language plpgsql as $$ begin truncate customer_survey_responses_delta, customer_survey_responses_counters, customer_survey_responses_rollup_1, customer_survey_responses_rollup_2; return null; end $$;
truncate customer_survey_responses_delta, customer_survey_responses_counters, customer_survey_responses_rollup_1, customer_survey_responses_rollup_2;
drop table if exists customer_survey_responses_counted;
create temp table customer_survey_responses_counted on commit drop as select d.day, d.life, d.survey, d.store, d.state, d.is_low, d.channel, sum(d.n)::bigint as n, sum(d.low_n)::bigint as low_n, sum(d.score_sum)::bigint as score_sum, sum(d.score_n)::bigint as score_n from (select 1::bigint as n, (r.answered_at at time zone chain_zone())::date as day, case when r.deleted_at is null then 'live' else 'trash' end as life, coalesce(r.survey::text, '') as survey, coalesce(r.store::text, '') as store, coalesce(r.state::text, '') as state, coalesce(r.is_low::text, '') as is_low, coalesce(r.channel::text, '') as channel, ((coalesce((r.is_low::text in ('true')), false))::int)::bigint as low_n, (coalesce(r.score, 0))::bigint as score_sum, ((coalesce(r.score is not null, false))::int)::bigint as score_n from customer_survey_responses r) d
    group by d.day, d.life, d.survey, d.store, d.state, d.is_low, d.channel having sum(d.n) <> 0 or sum(d.low_n) <> 0 or sum(d.score_sum) <> 0 or sum(d.score_n) <> 0;
insert into customer_survey_responses_rollup_1 (start, survey, store, state, is_low, channel, life, n, low_n, score_sum, score_n) select date_trunc('month', d.day::timestamp)::date as start, d.survey, d.store, d.state, d.is_low, d.channel, d.life, sum(d.n)::bigint as n, sum(d.low_n)::bigint as low_n, sum(d.score_sum)::bigint as score_sum, sum(d.score_n)::bigint as score_n
    from customer_survey_responses_counted d group by 1, 2, 3, 4, 5, 6, 7 having sum(d.n) <> 0 or sum(d.low_n) <> 0 or sum(d.score_sum) <> 0 or sum(d.score_n) <> 0 order by start, survey, store, state, is_low, channel, life;
analyze customer_survey_responses_rollup_1;
insert into customer_survey_responses_rollup_2 (start, survey, store, state, is_low, channel, life, n, low_n, score_sum, score_n) select d.day as start, d.survey, d.store, d.state, d.is_low, d.channel, d.life, sum(d.n)::bigint as n, sum(d.low_n)::bigint as low_n, sum(d.score_sum)::bigint as score_sum, sum(d.score_n)::bigint as score_n
    from customer_survey_responses_counted d group by 1, 2, 3, 4, 5, 6, 7 having sum(d.n) <> 0 or sum(d.low_n) <> 0 or sum(d.score_sum) <> 0 or sum(d.score_n) <> 0 order by start, survey, store, state, is_low, channel, life;
analyze customer_survey_responses_rollup_2;
insert into customer_survey_responses_counters (dim, key, grain, start, life, n, low_n, score_sum, score_n) select d.dim, d.key, w.grain, case w.grain when 'day' then d.day when 'month' then date_trunc('month', d.day::timestamp)::date when 'year' then date_trunc('year', d.day::timestamp)::date else date '0001-01-01' end as start, d.life, sum(d.n)::bigint as n, sum(d.low_n)::bigint as low_n, sum(d.score_sum)::bigint as score_sum, sum(d.score_n)::bigint as score_n
    from (select x.dim, x.key, d.day, d.life, sum(d.n)::bigint as n, sum(d.low_n)::bigint as low_n, sum(d.score_sum)::bigint as score_sum, sum(d.score_n)::bigint as score_n
    from (select start as day, survey, store, state, is_low, channel, life, n, low_n, score_sum, score_n from customer_survey_responses_rollup_1
    union all select start, survey, store, state, is_low, channel, life, n, low_n, score_sum, score_n from (select date_trunc('month', d.day::timestamp)::date as start, d.survey, d.store, d.state, d.is_low, d.channel, d.life, sum(d.n)::bigint as n, sum(d.low_n)::bigint as low_n, sum(d.score_sum)::bigint as score_sum, sum(d.score_n)::bigint as score_n
    from customer_survey_responses_delta d group by 1, 2, 3, 4, 5, 6, 7 having sum(d.n) <> 0 or sum(d.low_n) <> 0 or sum(d.score_sum) <> 0 or sum(d.score_n) <> 0) s) d, lateral (select * from (values ('all', ''), ('survey', d.survey), ('store', d.store), ('state', d.state), ('is_low', d.is_low), ('channel', d.channel)) v(dim, key)) x(dim, key) group by 1, 2, 3, 4) d join (values ('all', 'ever'), ('all', 'month'), ('survey', 'ever'), ('survey', 'month'), ('store', 'ever'), ('store', 'month'), ('state', 'ever'), ('state', 'month'), ('is_low', 'ever'), ('is_low', 'month'), ('channel', 'ever'), ('channel', 'month')) w(dim, grain) using (dim)
    group by 1, 2, 3, 4, 5 having sum(d.n) <> 0 or sum(d.low_n) <> 0 or sum(d.score_sum) <> 0 or sum(d.score_n) <> 0 order by dim, grain, start, key, life;
analyze customer_survey_responses_counters;
insert into customer_survey_responses_counters (dim, key, grain, start, life, n, low_n, score_sum, score_n) select d.dim, d.key, w.grain, case w.grain when 'day' then d.day when 'month' then date_trunc('month', d.day::timestamp)::date when 'year' then date_trunc('year', d.day::timestamp)::date else date '0001-01-01' end as start, d.life, sum(d.n)::bigint as n, sum(d.low_n)::bigint as low_n, sum(d.score_sum)::bigint as score_sum, sum(d.score_n)::bigint as score_n
    from (select x.dim, x.key, d.day, d.life, sum(d.n)::bigint as n, sum(d.low_n)::bigint as low_n, sum(d.score_sum)::bigint as score_sum, sum(d.score_n)::bigint as score_n
    from (select start as day, survey, store, state, is_low, channel, life, n, low_n, score_sum, score_n from customer_survey_responses_rollup_2
    union all select start, survey, store, state, is_low, channel, life, n, low_n, score_sum, score_n from (select d.day as start, d.survey, d.store, d.state, d.is_low, d.channel, d.life, sum(d.n)::bigint as n, sum(d.low_n)::bigint as low_n, sum(d.score_sum)::bigint as score_sum, sum(d.score_n)::bigint as score_n
    from customer_survey_responses_delta d group by 1, 2, 3, 4, 5, 6, 7 having sum(d.n) <> 0 or sum(d.low_n) <> 0 or sum(d.score_sum) <> 0 or sum(d.score_n) <> 0) s) d, lateral (select * from (values ('all', ''), ('survey', d.survey), ('store', d.store), ('state', d.state), ('is_low', d.is_low), ('channel', d.channel)) v(dim, key)) x(dim, key) group by 1, 2, 3, 4) d join (values ('all', 'day'), ('survey', 'day'), ('store', 'day'), ('state', 'day'), ('is_low', 'day'), ('channel', 'day')) w(dim, grain) using (dim)
    group by 1, 2, 3, 4, 5 having sum(d.n) <> 0 or sum(d.low_n) <> 0 or sum(d.score_sum) <> 0 or sum(d.score_n) <> 0 order by dim, grain, start, key, life;
analyze customer_survey_responses_counters;
