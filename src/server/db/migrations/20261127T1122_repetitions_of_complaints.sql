alter table task_series add column complaint bigint;
update task_series s set complaint = t.complaint from task_management t where t.series_id = s.id and t.complaint is not null;
-- What a repetition made says the same words, and goes with the complaint.
update task_management t set complaint = s.complaint from task_series s
where t.series_id = s.id and t.complaint is null and s.complaint is not null;
create index task_series_complaint on task_series (complaint) where complaint is not null;
