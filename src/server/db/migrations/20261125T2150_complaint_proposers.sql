-- What was learnt in the night from completed complaints, a row for each field that is proposed while one is typed.
create table complaint_proposers (
  field text primary key check (field in ('feedback_type', 'department')),
  is_on boolean not null default true,
  model jsonb,
  right_share double precision,
  proposed_share double precision,
  tried integer not null default 0,
  learnt_from integer not null default 0,
  learnt_at timestamptz
);
insert into complaint_proposers (field) values ('feedback_type'), ('department');
