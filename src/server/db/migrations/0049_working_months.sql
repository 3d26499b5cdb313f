-- What was worked before a day is counted from the beginning of its month, and before a month from the beginning of all: a day off then
-- changes one month's days and a number by month, not every day for thirty years.
create table working_months (
  calendar text not null,
  month date not null,
  work bigint not null,
  before bigint not null default 0,
  primary key (calendar, month)
);
create index working_months_before on working_months (calendar, before);
drop index working_spans_before;

drop trigger working_time on holidays;
drop trigger working_time on working_hours;
drop function working_time_changed();
drop function rebuild_working_spans();

-- A make-up day is worked where its weekday is free, then in the hours of the first weekday that has any.
-- Of the months that begin on these days; of all where none are given.
create function rebuild_working_spans(months date[] default null) returns void language plpgsql as $$
declare
  first constant date := '2010-01-01';
  last constant date := date_trunc('year', now()::timestamp) + interval '30 years';
begin
  perform pg_advisory_xact_lock(hashtext('working spans'));
  delete from working_spans where months is null or date_trunc('month', day::timestamp)::date = any(months);
  delete from working_months where months is null or month = any(months);
  insert into working_spans (calendar, day, opens, closes, before)
  select calendar, day, opens, closes,
    coalesce(sum(closes - opens) over (partition by calendar, date_trunc('month', day::timestamp) order by day rows between unbounded preceding and 1 preceding), 0)
  from (
    select c.calendar, d::date as day, h.kind, c.is_open,
      case c.calendar when 'law' then 0 else day_micros(coalesce(w.opens, usual.opens)) end as opens,
      case c.calendar when 'law' then 86400000000 else day_micros(coalesce(w.closes, usual.closes)) end as closes
    from (
      select generate_series(first::timestamp, last, interval '1 day') where months is null
      union all
      select generate_series(m::timestamp, least(m + interval '1 month' - interval '1 day', last), interval '1 day') from unnest(months) m where m >= first
    ) days(d)
    join working_hours w on w.weekday = extract(isodow from d)
    left join holidays h on h.day = d::date and h.deleted_at is null
    cross join lateral (values ('chain', w.opens is not null), ('law', w.is_law_day)) c(calendar, is_open)
    left join (select opens, closes from working_hours where opens is not null order by weekday limit 1) usual on true
  ) day
  where (kind = 'working' or (is_open and kind is distinct from 'off')) and opens is not null;
  insert into working_months (calendar, month, work)
  select calendar, date_trunc('month', day::timestamp)::date, sum(closes - opens) from working_spans
  where months is null or date_trunc('month', day::timestamp)::date = any(months) group by 1, 2;
  update working_months m set before = s.before
  from (select calendar, month, coalesce(sum(work) over (partition by calendar order by month rows between unbounded preceding and 1 preceding), 0) as before from working_months) s
  where m.calendar = s.calendar and m.month = s.month and m.before <> s.before;
end $$;

create function holidays_changed() returns trigger language plpgsql as $$
declare months date[];
begin
  if tg_op = 'INSERT' then select array_agg(distinct date_trunc('month', day::timestamp)::date) into months from added;
  elsif tg_op = 'DELETE' then select array_agg(distinct date_trunc('month', day::timestamp)::date) into months from gone;
  else select array_agg(distinct date_trunc('month', day::timestamp)::date) into months from (select day from added union select day from gone) d;
  end if;
  if months is not null then perform rebuild_working_spans(months); end if;
  return null;
end $$;
create trigger working_time_insert after insert on holidays referencing new table as added for each statement execute function holidays_changed();
create trigger working_time_update after update on holidays referencing old table as gone new table as added for each statement execute function holidays_changed();
create trigger working_time_delete after delete on holidays referencing old table as gone for each statement execute function holidays_changed();

create or replace function worked(which text, at timestamptz) returns bigint language plpgsql stable as $$
declare
  wall constant timestamp := at at time zone chain_zone();
  span record;
  earlier bigint;
begin
  select s.day, s.opens, s.closes, s.before into span from working_spans s where s.calendar = which and s.day <= wall::date order by s.day desc limit 1;
  if span.day is null then return 0; end if;
  select m.before + span.before into earlier from working_months m where m.calendar = which and m.month = date_trunc('month', span.day::timestamp)::date;
  if span.day < wall::date then return earlier + span.closes - span.opens; end if;
  return earlier + least(greatest(day_micros(wall::time) - span.opens, 0), span.closes - span.opens);
end $$;

create or replace function work_on(which text, since timestamptz, micros bigint) returns timestamptz language plpgsql stable as $$
declare
  target bigint := worked(which, since) + micros;
  begun record;
  span record;
begin
  if micros is null or micros <= 0 then return since; end if;
  select m.month, m.before into begun from working_months m where m.calendar = which and m.before < target order by m.before desc limit 1;
  if begun.month is null then return since + micros * interval '1 microsecond'; end if;
  target := target - begun.before;
  select s.day, s.opens, s.before into span from working_spans s
    where s.calendar = which and s.day >= begun.month and s.day < (begun.month + interval '1 month')::date and s.before < target order by s.day desc limit 1;
  return (span.day + (span.opens + target - span.before) * interval '1 microsecond') at time zone chain_zone();
end $$;

select rebuild_working_spans();

-- How far the deadlines of open complaints are counted anew after a change of the calendar, up to which change they have been, and
-- whether the working days were counted by the hours of the week as they are.
create table deadline_recount (
  is_one boolean primary key default true check (is_one),
  counted_to timestamptz not null default now(),
  started_at timestamptz,
  total integer not null default 0,
  done integer not null default 0,
  week_changed_at timestamptz not null default now(),
  week_counted_at timestamptz not null default now()
);
insert into deadline_recount default values;

-- Other hours move every day: who says so has it done beside the requests.
create function working_hours_changed() returns trigger language plpgsql as $$
begin
  if current_setting('house.working_time_later', true) = 'on' then update deadline_recount set week_changed_at = clock_timestamp();
  else perform rebuild_working_spans();
  end if;
  return null;
end $$;
create trigger working_time after insert or update or delete on working_hours for each statement execute function working_hours_changed();
