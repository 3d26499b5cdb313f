-- What the statistics of an event tell and no sum over days and stores does, kept with every draw: docs/decisions/counters.md.
-- What the random value said, before anybody asked for the stock: of a version of the plan at a store; gift 0 is none.
create table draw_drawn (
  event bigint not null,
  plan_version integer not null,
  gift bigint not null,
  store bigint not null,
  n integer not null,
  primary key (event, plan_version, gift, store)
) with (fillfactor = 70);
-- Different bills and customers, in all (store 0) and at each store.
create table draw_different (
  event bigint not null,
  store bigint not null,
  bills integer not null,
  customers integer not null,
  primary key (event, store)
) with (fillfactor = 70);
-- Whether a bill was there before, whose number enters its digest; customers are found by `gift_card_event_logs_customer`.
create index gift_card_event_logs_digest on gift_card_event_logs using hash (bill_digest);

-- The same from the log itself.
create view draw_drawn_counted as
  select r.event, r.plan_version, coalesce(r.drawn, 0) as gift, coalesce(r.store, 0) as store, count(*)::int as n
  from gift_card_event_logs r where r.deleted_at is null and r.event is not null and r.plan_version is not null group by 1, 2, 3, 4;
create view draw_different_counted as
  select r.event, p.store, count(distinct r.bill_digest)::int as bills, count(distinct r.phone)::int as customers
  from gift_card_event_logs r cross join lateral (select 0::bigint as store union select r.store) p
  where r.deleted_at is null and r.event is not null and p.store is not null group by 1, 2;

-- Of the rows that changed, each once as it was (-1) and as it is (1). A draw holds the counter of its event already; whoever else changes
-- what counts takes it first, so that no two look for the same bill at once.
do $$
declare
  counted text := 'r.id, r.event, r.store, r.plan_version, r.drawn, r.bill_digest, r.phone';
  live text := 'r.deleted_at is null and r.event is not null';
  is_there text := 'exists (select from gift_card_event_logs r where r.deleted_at is null and r.event = k.event and r.bill_digest = k.bill and (k.store = 0 or r.store = k.store) %1$s)
      or exists (select from gift_card_event_logs r where r.deleted_at is null and r.event = k.event and r.phone = k.phone and (k.store = 0 or r.store = k.store) %1$s)';
  body text := $body$ begin
    if not exists (select from (%1$s) c) then return null; end if;
    perform from draw_counters d where d.event in (select c.event from (%1$s) c) order by d.event for update;
    insert into draw_drawn as t (event, plan_version, gift, store, n)
      select c.event, c.plan_version, coalesce(c.drawn, 0), coalesce(c.store, 0), sum(c.sign) from (%1$s) c where c.plan_version is not null
      group by 1, 2, 3, 4 having sum(c.sign) <> 0 order by 1, 2, 3, 4
      on conflict (event, plan_version, gift, store) do update set n = t.n + excluded.n;
    insert into draw_different as t (event, store, bills, customers)
      select s.event, s.store, coalesce(sum(s.isnow - s.was) filter (where s.bill is not null), 0), coalesce(sum(s.isnow - s.was) filter (where s.phone is not null), 0)
      from (
        select k.event, k.store, k.bill, k.phone, (%2$s)::int as isnow,
          (exists (select from (%1$s) c where c.sign = -1 and c.event = k.event and (c.bill_digest = k.bill or c.phone = k.phone) and (k.store = 0 or c.store = k.store)) or %3$s)::int as was
        from (
          select distinct c.event, p.store, v.bill, v.phone from (%1$s) c
            cross join lateral (values (0::bigint), (c.store)) p(store) cross join lateral (values (c.bill_digest, null), (null, c.phone)) v(bill, phone)
          where p.store is not null and (v.bill is not null or v.phone is not null)
        ) k
      ) s where s.isnow <> s.was group by 1, 2 order by 1, 2
      on conflict (event, store) do update set bills = t.bills + excluded.bills, customers = t.customers + excluded.customers;
    return null;
  end $body$;
  work text;
  changes text;
  same text := '(o.deleted_at is null) = (r.deleted_at is null) and (o.event, o.store, o.plan_version, o.drawn, o.bill_digest, o.phone) is not distinct from (r.event, r.store, r.plan_version, r.drawn, r.bill_digest, r.phone)';
begin
  foreach work in array array['added', 'gone', 'changed'] loop
    changes := case work
      when 'added' then format('select 1 as sign, %s from added r where %s', counted, live)
      when 'gone' then format('select -1 as sign, %s from gone r where %s', counted, live)
      else format('select 1 as sign, %1$s from added r where %2$s and not exists (select from gone o where o.id = r.id and %3$s)
        union all select -1, %1$s from gone r where %2$s and not exists (select from added o where o.id = r.id and %3$s)', counted, live, same) end;
    execute format('create function draws_counted_%s() returns trigger language plpgsql as %L', work, format(body, changes, format(is_there, ''),
      format(is_there, case work when 'gone' then '' else format('and r.id not in (select c.id from (%s) c where c.sign = 1)', changes) end)));
  end loop;
end $$;
create function draws_counted_emptied() returns trigger language plpgsql as $$ begin truncate draw_drawn, draw_different; return null; end $$;
create trigger draws_insert after insert on gift_card_event_logs referencing new table as added for each statement execute function draws_counted_added();
create trigger draws_delete after delete on gift_card_event_logs referencing old table as gone for each statement execute function draws_counted_gone();
create trigger draws_update after update on gift_card_event_logs referencing new table as added old table as gone for each statement execute function draws_counted_changed();
create trigger draws_truncate after truncate on gift_card_event_logs for each statement execute function draws_counted_emptied();
insert into draw_drawn select * from draw_drawn_counted order by 1, 2, 3, 4;
insert into draw_different select * from draw_different_counted order by 1, 2;
