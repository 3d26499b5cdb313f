-- Results of all stores together are kept beside those of each, as store -1: a year of the whole chain is then as few counts as a year of
-- one store. Whoever answers holds the row of the survey already, which counts its answers, so that these rows let nobody wait longer.
-- Marks stand in the order of their questions: a response answers a question once, at the first of its marks.
drop view survey_counted;
do $$
declare
  columns text := (select string_agg('v' || at, ', ' order by at) from generate_series(0, 29) at);
  given text := (select string_agg(format('count(*) filter (where m.value = %s)::int as v%s', at, at), ', ' order by at) from generate_series(0, 29) at);
  scored text := (select string_agg(case at when 0 then 'count(r.score)::int' else '0' end, ', ' order by at) from generate_series(0, 29) at);
  summed text := (select string_agg(format('sum(c.sign * c.v%s)::int as v%s', at, at), ', ' order by at) from generate_series(0, 29) at);
  together text := (select string_agg(format('sum(v%s)::int', at), ', ' order by at) from generate_series(0, 29) at);
  added text := (select string_agg(format('v%s = t.v%s + excluded.v%s', at, at, at), ', ' order by at) from generate_series(0, 29) at);
  isany text := (select string_agg(format('sum(c.sign * c.v%s) <> 0', at), ' or ' order by at) from generate_series(0, 29) at);
  day text := '(r.answered_at at time zone chain_zone())::date';
  -- The live rows of a source, as what each day has.
  counted text := format('select r.survey, %1$s as day, coalesce(r.store, 0) as store, m.question, count(*) filter (where m.is_first)::int as n, 0::bigint as total, %2$s
    from %%1$s r cross join lateral (select mark / 100 as question, mark %%%% 100 as value, at = 1 or r.marks[at - 1] / 100 <> mark / 100 as is_first
      from unnest(r.marks) with ordinality u(mark, at)) m
    where r.deleted_at is null group by 1, 2, 3, 4
    union all
    select r.survey, %1$s, coalesce(r.store, 0), 0, count(*)::int, coalesce(sum(r.score), 0)::bigint, %3$s
    from %%1$s r where r.deleted_at is null group by 1, 2, 3', day, given, scored);
  -- The same as days and months of each place; in one order, so that no two writers ever wait for each other.
  spread text := format('select c.survey, g.grain, case g.grain when ''day'' then c.day else date_trunc(''month'', c.day::timestamp)::date end as start,
      %%2$s as store, c.question, sum(c.sign * c.n)::int as n, sum(c.sign * c.total)::bigint as total, %s
    from (%%1$s) c cross join (values (''day''), (''month'')) g(grain) %%3$s
    group by 1, 2, 3, 4, 5 having sum(c.sign * c.n) <> 0 or sum(c.sign * c.total) <> 0 or %s', summed, isany);
  places text := 'cross join lateral (values (c.store), (-1::bigint)) p(store)';
  keep text := format('insert into survey_counts as t (survey, grain, start, store, question, n, total, %s) %%s order by 1, 2, 3, 4, 5
    on conflict (survey, grain, start, store, question) do update set n = t.n + excluded.n, total = t.total + excluded.total, %s', columns, added);
  of_rows text := 'select 1 as sign, o.* from (' || format(counted, 'customer_survey_responses') || ') o';
  of_added text := 'select 1 as sign, a.* from (' || format(counted, 'added') || ') a';
  of_gone text := 'select -1 as sign, g.* from (' || format(counted, 'gone') || ') g';
  work text;
  changes text;
begin
  execute 'create view survey_counted as with by_store as materialized (' || format(spread, of_rows, 'c.store', '') || ')
    select * from by_store union all
    select survey, grain, start, -1::bigint, question, sum(n)::int, sum(total)::bigint, ' || together || ' from by_store group by 1, 2, 3, 5';
  foreach work in array array['added', 'gone', 'changed'] loop
    changes := case work when 'added' then of_added when 'gone' then of_gone else of_added || ' union all ' || of_gone end;
    execute format('create or replace function survey_counts_%s() returns trigger language plpgsql as %L', work,
      'begin ' || format(keep, format(spread, changes, 'p.store', places)) || '; return null; end');
  end loop;
end $$;
truncate survey_counts;
insert into survey_counts select * from survey_counted order by 1, 2, 3, 4, 5;
analyze survey_counts;
