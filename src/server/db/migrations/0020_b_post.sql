-- A weekly report comes on the weekday that its owner chose.
alter table report_schedules add column weekday text default 'monday';
update report_schedules set weekday = null where rhythm <> 'weekly';

-- A cost above everybody's limit waits for somebody who may approve it. The director's role as it was delivered could not;
-- where a chain has changed that role, it stays as they made it.
with found as (
  update user_roles set permissions = jsonb_set(permissions, '{complaints,other}', 'true'), updated_at = now(), version = version + 1
  where name = 'CEO' and version = 1 and updated_by is null and deleted_at is null and cost_limit is null
    and (permissions->'complaints'->>'read')::boolean and not coalesce((permissions->'complaints'->>'other')::boolean, false)
  returning id, name, permissions)
insert into activity (action, module, record_id, record_title, changes)
select 'update', 'user-roles', id, name,
  jsonb_build_object('permissions', jsonb_build_array(jsonb_set(permissions, '{complaints,other}', 'false'), permissions)) from found;
