-- What the law's clock stood still, in its own working microseconds, so that another holiday moves a deadline that was paused too.
alter table complaints add column law_paused_work bigint not null default 0;

-- The day of the request does not count: the law's clock begins with the next.
create function law_begins(since timestamptz) returns timestamptz language plpgsql stable as $$
begin return ((since at time zone chain_zone())::date + 1)::timestamp at time zone chain_zone(); end $$;

-- Law 19/2023/QH15, article 57: seven working days, the last one to its end, and what the clock stood still.
create function law_deadline(since timestamptz, paused bigint) returns timestamptz language plpgsql stable as $$
begin return work_on('law', law_begins(since), 7 * 86400000000 - 1000000 + paused); end $$;

create or replace function law_deadline(since timestamptz) returns timestamptz language plpgsql stable as $$
begin return law_deadline(since, 0); end $$;

update complaints set law_paused_work = worked('law', law_due_at) - worked('law', law_deadline(coalesce(due_since, created_at)))
where paused_work > 0 and state in ('new', 'processing', 'reopened') and law_due_at > law_deadline(coalesce(due_since, created_at));
