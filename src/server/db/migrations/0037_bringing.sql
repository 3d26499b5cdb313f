-- Sending a delivery out and saying what became of it is a special action now, apart from changing what is to be brought. Who could
-- do both still can; the delivered role of shippers, unless somebody has made it their own, brings and changes nothing else.
with old as (
  select id, permissions from user_roles
  where (permissions->'goods-delivery'->>'edit')::boolean and not coalesce((permissions->'goods-delivery'->>'other')::boolean, false)
), found as (
  update user_roles r set updated_at = now(), version = version + 1, permissions = jsonb_set(r.permissions, '{goods-delivery}',
    r.permissions->'goods-delivery' || case when r.name = 'Shipper' and r.created_by is null and r.updated_by is null
      then '{"edit": false, "other": true}'::jsonb else '{"other": true}'::jsonb end)
  from old where r.id = old.id returning r.id, r.name, jsonb_build_array(old.permissions, r.permissions) as changed)
insert into activity (action, module, record_id, record_title, changes)
select 'update', 'user-roles', id, name, jsonb_build_object('permissions', changed) from found;
