-- Which workers of the job queue are alive: each tells every few seconds, and what a silent one held is taken up by others.
create table job_workers (worker text primary key, seen_at timestamptz not null default now());
