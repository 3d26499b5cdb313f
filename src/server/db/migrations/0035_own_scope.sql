-- A shipper sees the own deliveries only: found by who brings them, or who made them.
create index goods_delivery_created_by on goods_delivery (created_by) where deleted_at is null and created_by is not null;

-- The delivered role, unless somebody has made it their own.
with found as (
  update user_roles set scope = 'own', updated_at = now(), version = version + 1
  where name = 'Shipper' and scope = 'store' and created_by is null and updated_by is null and deleted_at is null
  returning id, name)
insert into activity (action, module, record_id, record_title, changes)
select 'update', 'user-roles', id, name, '{"scope": ["store", "own"]}' from found;
