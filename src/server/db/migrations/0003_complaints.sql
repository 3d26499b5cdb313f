-- What the engine and the modules keep beside the fields.
alter table users add column password_hash text, add column password_set_at timestamptz;
alter table user_roles add column permissions jsonb not null default '{}';
alter table complaints add column follow_token text, add column state_before text;
create unique index complaints_follow on complaints (follow_token) where follow_token is not null;

-- The newest first, whole and by what lists are narrowed with; id breaks ties in the same direction.
create index complaints_live on complaints (created_at desc, id desc) where deleted_at is null;
create index complaints_state on complaints (state, created_at desc, id desc);
create index complaints_state_store on complaints (state, store, created_at desc, id desc) where deleted_at is null;
create index complaints_store on complaints (store, created_at desc, id desc) where deleted_at is null;
create index complaints_department on complaints (department, created_at desc, id desc) where deleted_at is null;
create index complaints_type on complaints (feedback_type, created_at desc, id desc) where deleted_at is null;
create index complaints_assignee on complaints (assignee, created_at desc, id desc) where deleted_at is null;
create index complaints_created_by on complaints (created_by, created_at desc, id desc) where deleted_at is null;
create index complaints_phone on complaints (phone, created_at desc);
create index complaints_cc on complaints using gin (cc_departments);
create index complaints_tags on complaints using gin (tags);
create index complaints_due on complaints (due_at, store) where state in ('new', 'processing', 'reopened') and deleted_at is null;
create index complaints_completed on complaints (completed_at) where completed_at is not null;
-- A short pending list: clearing a long one would hold up whoever happens to write then.
alter index complaints_search set (gin_pending_list_limit = 512);
create index complaint_comments_complaint on complaint_comments (complaint, id);

alter table complaints set (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_scale_factor = 0.02, fillfactor = 90);

-- Numbers without a gap in each month of the chain's calendar: the counter's row is locked until the ticket is committed.
create table issue_counters (month text primary key, n integer not null);
create function next_issue_number(at timestamptz) returns text language sql as $$
  insert into issue_counters as c (month, n) values (to_char(at at time zone chain_zone(), 'YYMM'), 1)
  on conflict (month) do update set n = c.n + 1
  returning month || '-' || lpad(n::text, greatest(6, length(n::text)), '0')
$$;

-- A moment so many working hours later: the chain works 08:00 to 22:00 every day but its days off.
create function add_working_hours(since timestamptz, hours numeric) returns timestamptz language plpgsql stable as $$
declare
  opens constant time := '08:00';
  closes constant time := '22:00';
  at timestamp := since at time zone chain_zone();
  left_over interval := make_interval(secs => (hours * 3600)::double precision);
  today interval;
begin
  for turn in 1 .. 1000 loop
    if at::time >= closes then at := at::date + 1 + opens; end if;
    if at::time < opens then at := at::date + opens; end if;
    if exists (select 1 from holidays h where h.day = at::date and h.kind = 'off' and h.deleted_at is null) then
      at := at::date + 1 + opens;
      continue;
    end if;
    today := at::date + closes - at;
    exit when left_over <= today;
    left_over := left_over - today;
    at := at::date + 1 + opens;
  end loop;
  return (at + left_over) at time zone chain_zone();
end $$;

-- Priority and deadline that a ticket type gives.
create function type_priority(type bigint) returns text language sql stable as $$
  select priority from ticket_types where id = type
$$;
create function ticket_deadline(type bigint, priority text, since timestamptz) returns timestamptz language sql stable as $$
  select add_working_hours(since, case priority when 'high' then target_hours_high when 'low' then target_hours_low else target_hours_normal end)
  from ticket_types where id = type
$$;

-- Totals counted ahead of time; printed by tallyTables() of the engine.

create table complaints_tally (dim text not null, key text not null, grain text not null, start date not null, state text not null, n bigint not null,
  primary key (dim, key, grain, start, state));
create table complaints_delta (n bigint not null, day date not null, state text not null, store text, department text, feedback_type text, feedback_method text, solution text, assignee text)
  with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create function complaints_inserted() returns trigger language plpgsql as $$ begin insert into complaints_delta (n, day, state, store, department, feedback_type, feedback_method, solution, assignee)
    select sum(n), day, state, store, department, feedback_type, feedback_method, solution, assignee from (select 1 as n, (created_at at time zone chain_zone())::date as day, state as state, store::text, department::text, feedback_type::text, feedback_method::text, solution::text, assignee::text from added) c group by day, state, store, department, feedback_type, feedback_method, solution, assignee having sum(n) <> 0; return null; end $$;
create function complaints_deleted() returns trigger language plpgsql as $$ begin insert into complaints_delta (n, day, state, store, department, feedback_type, feedback_method, solution, assignee)
    select sum(n), day, state, store, department, feedback_type, feedback_method, solution, assignee from (select -1 as n, (created_at at time zone chain_zone())::date as day, state as state, store::text, department::text, feedback_type::text, feedback_method::text, solution::text, assignee::text from gone) c group by day, state, store, department, feedback_type, feedback_method, solution, assignee having sum(n) <> 0; return null; end $$;
create function complaints_updated() returns trigger language plpgsql as $$ begin insert into complaints_delta (n, day, state, store, department, feedback_type, feedback_method, solution, assignee)
    select sum(n), day, state, store, department, feedback_type, feedback_method, solution, assignee from (select 1 as n, (created_at at time zone chain_zone())::date as day, state as state, store::text, department::text, feedback_type::text, feedback_method::text, solution::text, assignee::text from added union all select -1 as n, (created_at at time zone chain_zone())::date as day, state as state, store::text, department::text, feedback_type::text, feedback_method::text, solution::text, assignee::text from gone) c group by day, state, store, department, feedback_type, feedback_method, solution, assignee having sum(n) <> 0; return null; end $$;
create trigger tally_insert after insert on complaints referencing new table as added for each statement execute function complaints_inserted();
create trigger tally_delete after delete on complaints referencing old table as gone for each statement execute function complaints_deleted();
create trigger tally_update after update on complaints referencing new table as added old table as gone for each statement execute function complaints_updated();

