-- Of fees for the same distance and value the one that counted stays; the others never did.
update delivery_fees f set deleted_at = now(), version = f.version + 1, updated_at = now()
where f.deleted_at is null and exists (
  select 1 from delivery_fees g
  where g.deleted_at is null and g.up_to_km = f.up_to_km and g.from_value = f.from_value
    and (g.active, -g.id) > (f.active, -f.id)
);
create unique index delivery_fees_once on delivery_fees (up_to_km, from_value) where deleted_at is null;
