-- A complaint that was merged points at the one that goes on; it stays closed while it does.
alter table complaints add column merged_into_id bigint, add column merged_at timestamptz;
alter table complaints add constraint complaints_merged_rest
  check (merged_into_id is null or (state = 'closed' and merged_into_id <> id)) not valid;
create index complaints_merged on complaints (merged_into_id) where merged_into_id is not null;

-- At most one link between two complaints, whichever way it points.
create table complaint_links (
  id bigint generated always as identity primary key,
  one bigint not null,
  other bigint not null,
  kind text not null check (kind in ('related', 'caused by', 'child of')),
  created_by bigint,
  created_at timestamptz not null default now(),
  check (one <> other)
);
create unique index complaint_links_pair on complaint_links (least(one, other), greatest(one, other));
create index complaint_links_other on complaint_links (other);
create index complaint_links_one on complaint_links (one);

-- A few marks of what a text says: the smallest hashes of its runs of three words. Near-equal texts share some of them.
create function text_marks(said text) returns int[] immutable strict parallel safe language sql as $$
  with told as (select string_to_array(trim(regexp_replace(fold(said), '[^[:alnum:]]+', ' ', 'g')), ' ') as w)
  select coalesce(array(
    select distinct hashtext(array_to_string(w[i : i + 2], ' ')) as mark
    from told, generate_series(1, greatest(1, cardinality(w) - 2)) i where w[1] <> '' order by mark limit 6), '{}')
$$;
-- Only what is recent: a duplicate comes within days. Kept beside the complaints, so that creating one waits for nothing.
create table complaint_marks (
  mark int not null,
  at timestamptz not null,
  complaint bigint not null,
  primary key (mark, at, complaint)
);
create index complaint_marks_complaint on complaint_marks (complaint);
create index complaint_marks_at on complaint_marks (at);
insert into complaint_marks (mark, at, complaint)
  select unnest(text_marks(plain_text(content))), created_at, id
  from (select id, created_at, content from complaints where created_at > now() - interval '35 days' order by created_at desc limit 20000) c
  on conflict do nothing;

-- What somebody was writing, kept for them on every device.
create table comment_drafts (
  user_id bigint not null,
  complaint bigint not null,
  body text not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, complaint)
);

alter table canned_replies add column body_en text;
alter table canned_replies add column body_ko text;
alter table canned_replies add column department bigint;
