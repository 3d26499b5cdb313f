alter table complaints
  add column handle_due_at timestamp with time zone,
  add column handle_breached_at timestamp with time zone,
  add column law_due_at timestamp with time zone,
  add column law_breached_at timestamp with time zone,
  add column paused_at timestamp with time zone,
  add column pause_reason text,
  -- Since when the clock runs (null: since it came in), what it stood still meanwhile in working microseconds, the deadline kept
  -- while it stands still, how often a new deadline was given, and whether a person named the present one.
  add column due_since timestamptz,
  add column paused_work bigint not null default 0,
  add column paused_due_at timestamptz,
  add column due_round integer not null default 1,
  add column is_extended boolean not null default false;
create index complaints_paused on complaints (created_at desc, id desc) where paused_at is not null and deleted_at is null;

alter table ticket_types
  add column first_hours_high integer not null default 2,
  add column first_hours_normal integer not null default 4,
  add column first_hours_low integer not null default 8;

-- The public holidays of 2025 to 2028 with the days swapped for them, as decreed up to 2026 and by the labour code's rule for rest days
-- after that; the list is the chain's own from here on.
insert into holidays (day, name, kind) values
  ('2025-01-01', 'Tết Dương lịch', 'off'),
  ('2025-01-27', 'Tết Nguyên đán Ất Tỵ – 28 tháng Chạp', 'off'),
  ('2025-01-28', 'Tết Nguyên đán Ất Tỵ – 29 tháng Chạp', 'off'),
  ('2025-01-29', 'Tết Nguyên đán Ất Tỵ – mùng 1', 'off'),
  ('2025-01-30', 'Tết Nguyên đán Ất Tỵ – mùng 2', 'off'),
  ('2025-01-31', 'Tết Nguyên đán Ất Tỵ – mùng 3', 'off'),
  ('2025-04-07', 'Giỗ Tổ Hùng Vương', 'off'),
  ('2025-04-26', 'Làm bù cho ngày 02/05', 'working'),
  ('2025-04-30', 'Ngày Giải phóng miền Nam', 'off'),
  ('2025-05-01', 'Ngày Quốc tế Lao động', 'off'),
  ('2025-05-02', 'Nghỉ hoán đổi, làm bù ngày 26/04', 'off'),
  ('2025-09-01', 'Nghỉ Quốc khánh', 'off'),
  ('2025-09-02', 'Quốc khánh', 'off'),
  ('2026-01-01', 'Tết Dương lịch', 'off'),
  ('2026-01-02', 'Nghỉ hoán đổi, làm bù ngày 10/01', 'off'),
  ('2026-01-10', 'Làm bù cho ngày 02/01', 'working'),
  ('2026-02-16', 'Tết Nguyên đán Bính Ngọ – 29 tháng Chạp', 'off'),
  ('2026-02-17', 'Tết Nguyên đán Bính Ngọ – mùng 1', 'off'),
  ('2026-02-18', 'Tết Nguyên đán Bính Ngọ – mùng 2', 'off'),
  ('2026-02-19', 'Tết Nguyên đán Bính Ngọ – mùng 3', 'off'),
  ('2026-02-20', 'Tết Nguyên đán Bính Ngọ – mùng 4', 'off'),
  ('2026-04-26', 'Giỗ Tổ Hùng Vương', 'off'),
  ('2026-04-27', 'Nghỉ bù Giỗ Tổ Hùng Vương', 'off'),
  ('2026-04-30', 'Ngày Giải phóng miền Nam', 'off'),
  ('2026-05-01', 'Ngày Quốc tế Lao động', 'off'),
  ('2026-08-22', 'Làm bù cho ngày 31/08', 'working'),
  ('2026-08-31', 'Nghỉ hoán đổi, làm bù ngày 22/08', 'off'),
  ('2026-09-01', 'Nghỉ Quốc khánh', 'off'),
  ('2026-09-02', 'Quốc khánh', 'off'),
  ('2027-01-01', 'Tết Dương lịch', 'off'),
  ('2027-02-05', 'Tết Nguyên đán Đinh Mùi – 29 tháng Chạp', 'off'),
  ('2027-02-06', 'Tết Nguyên đán Đinh Mùi – mùng 1', 'off'),
  ('2027-02-07', 'Tết Nguyên đán Đinh Mùi – mùng 2', 'off'),
  ('2027-02-08', 'Tết Nguyên đán Đinh Mùi – mùng 3', 'off'),
  ('2027-02-09', 'Tết Nguyên đán Đinh Mùi – mùng 4', 'off'),
  ('2027-02-10', 'Nghỉ bù Tết Nguyên đán (mùng 1 là thứ Bảy)', 'off'),
  ('2027-02-11', 'Nghỉ bù Tết Nguyên đán (mùng 2 là Chủ nhật)', 'off'),
  ('2027-04-16', 'Giỗ Tổ Hùng Vương', 'off'),
  ('2027-04-30', 'Ngày Giải phóng miền Nam', 'off'),
  ('2027-05-01', 'Ngày Quốc tế Lao động', 'off'),
  ('2027-05-03', 'Nghỉ bù Ngày Quốc tế Lao động', 'off'),
  ('2027-09-02', 'Quốc khánh', 'off'),
  ('2027-09-03', 'Nghỉ Quốc khánh', 'off'),
  ('2028-01-01', 'Tết Dương lịch', 'off'),
  ('2028-01-03', 'Nghỉ bù Tết Dương lịch', 'off'),
  ('2028-01-24', 'Tết Nguyên đán Mậu Thân – 28 tháng Chạp', 'off'),
  ('2028-01-25', 'Tết Nguyên đán Mậu Thân – 29 tháng Chạp', 'off'),
  ('2028-01-26', 'Tết Nguyên đán Mậu Thân – mùng 1', 'off'),
  ('2028-01-27', 'Tết Nguyên đán Mậu Thân – mùng 2', 'off'),
  ('2028-01-28', 'Tết Nguyên đán Mậu Thân – mùng 3', 'off'),
  ('2028-04-04', 'Giỗ Tổ Hùng Vương', 'off'),
  ('2028-04-30', 'Ngày Giải phóng miền Nam', 'off'),
  ('2028-05-01', 'Ngày Quốc tế Lao động', 'off'),
  ('2028-05-02', 'Nghỉ bù Ngày Giải phóng miền Nam', 'off'),
  ('2028-09-01', 'Nghỉ Quốc khánh', 'off'),
  ('2028-09-02', 'Quốc khánh', 'off'),
  ('2028-09-04', 'Nghỉ bù Quốc khánh', 'off')
on conflict (day) where deleted_at is null do nothing;

-- When the chain works, Monday 1 to Sunday 7, and which of these days count for the law.
create table working_hours (
  weekday smallint primary key check (weekday between 1 and 7),
  opens time,
  closes time,
  is_law_day boolean not null,
  check ((opens is null) = (closes is null) and closes > opens)
);
insert into working_hours select n, '08:00', '22:00', n <= 5 from generate_series(1, 7) n;

-- Every working day of both calendars, in microseconds from midnight, with all that was worked before it: what lies between two
-- moments, and the moment after so much work, are one look into an index each.
create table working_spans (
  calendar text not null,
  day date not null,
  opens bigint not null,
  closes bigint not null,
  before bigint not null,
  primary key (calendar, day)
);
create index working_spans_before on working_spans (calendar, before);

create function day_micros(value time) returns bigint immutable parallel safe language sql
  return (extract(epoch from value) * 1000000)::bigint;

-- A make-up day is worked where its weekday is free, then in the hours of the first weekday that has any.
create function rebuild_working_spans() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('working spans'));
  delete from working_spans;
  insert into working_spans (calendar, day, opens, closes, before)
  select calendar, day, opens, closes, coalesce(sum(closes - opens) over (partition by calendar order by day rows between unbounded preceding and 1 preceding), 0)
  from (
    select c.calendar, d::date as day, h.kind, c.is_open,
      case c.calendar when 'law' then 0 else day_micros(coalesce(w.opens, usual.opens)) end as opens,
      case c.calendar when 'law' then 86400000000 else day_micros(coalesce(w.closes, usual.closes)) end as closes
    from generate_series(timestamp '2010-01-01', date_trunc('year', now()::timestamp) + interval '30 years', interval '1 day') d
    join working_hours w on w.weekday = extract(isodow from d)
    left join holidays h on h.day = d::date and h.deleted_at is null
    cross join lateral (values ('chain', w.opens is not null), ('law', w.is_law_day)) c(calendar, is_open)
    left join (select opens, closes from working_hours where opens is not null order by weekday limit 1) usual on true
  ) day
  where (kind = 'working' or (is_open and kind is distinct from 'off')) and opens is not null;
end $$;

create function working_time_changed() returns trigger language plpgsql as $$ begin perform rebuild_working_spans(); return null; end $$;
create trigger working_time after insert or update or delete on holidays for each statement execute function working_time_changed();
create trigger working_time after insert or update or delete on working_hours for each statement execute function working_time_changed();
select rebuild_working_spans();

-- Microseconds worked in a calendar from its beginning to a moment.
create function worked(which text, at timestamptz) returns bigint language plpgsql stable as $$
declare
  wall constant timestamp := at at time zone chain_zone();
  span record;
begin
  select s.day, s.opens, s.closes, s.before into span from working_spans s where s.calendar = which and s.day <= wall::date order by s.day desc limit 1;
  if span.day is null then return 0; end if;
  if span.day < wall::date then return span.before + span.closes - span.opens; end if;
  return span.before + least(greatest(day_micros(wall::time) - span.opens, 0), span.closes - span.opens);
end $$;

-- The moment at which so many working microseconds have passed since another; src/shared/working-time.ts says the same.
create function work_on(which text, since timestamptz, micros bigint) returns timestamptz language plpgsql stable as $$
declare
  target constant bigint := worked(which, since) + micros;
  span record;
begin
  if micros is null or micros <= 0 then return since; end if;
  select s.day, s.opens, s.before into span from working_spans s where s.calendar = which and s.before < target order by s.before desc limit 1;
  if span.day is null then return since + micros * interval '1 microsecond'; end if;
  return (span.day + (span.opens + target - span.before) * interval '1 microsecond') at time zone chain_zone();
end $$;

create or replace function add_working_hours(since timestamptz, hours numeric) returns timestamptz language plpgsql stable as $$
begin return work_on('chain', since, (hours * 3600000000)::bigint); end $$;

create or replace function ticket_deadline(type bigint, priority text, since timestamptz) returns timestamptz language plpgsql stable as $$
begin return ticket_deadline(type, priority, since, 0); end $$;

-- The same where the clock stood still for a while.
create function ticket_deadline(type bigint, priority text, since timestamptz, paused bigint) returns timestamptz language plpgsql stable as $$
declare hours integer;
begin
  select case ticket_deadline.priority when 'high' then t.target_hours_high when 'low' then t.target_hours_low else t.target_hours_normal end into hours from ticket_types t where t.id = type;
  return work_on('chain', since, hours * 3600000000 + paused);
end $$;

-- Until when somebody has to begin with it.
create function handling_deadline(type bigint, priority text, since timestamptz) returns timestamptz language plpgsql stable as $$
declare hours integer;
begin
  select case handling_deadline.priority when 'high' then t.first_hours_high when 'low' then t.first_hours_low else t.first_hours_normal end into hours from ticket_types t where t.id = type;
  return work_on('chain', since, hours * 3600000000);
end $$;

-- Law 19/2023/QH15, article 57: seven working days; the day of the request does not count, the last one counts to its end.
create function law_deadline(since timestamptz) returns timestamptz language plpgsql stable as $$
begin
  return work_on('law', ((since at time zone chain_zone())::date + 1)::timestamp at time zone chain_zone(), 7 * 86400000000 - 1000000);
end $$;
