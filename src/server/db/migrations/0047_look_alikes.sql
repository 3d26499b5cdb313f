-- What looks the same is the same: codes, names and e-mails are unique without regard to width, case, blanks and what cannot be seen
-- (shared/look-alike.ts has the same for the browser and for workbooks; Default_Ignorable_Code_Point of Unicode).
create function identity_key(value text) returns text immutable strict parallel safe language sql
return pg_catalog.btrim(pg_catalog.regexp_replace(pg_catalog.lower(pg_catalog.regexp_replace(pg_catalog.normalize(value, 'NFKC'),
  '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U000E0000-\U000E0FFF]', '', 'g') collate pg_catalog.pg_c_utf8),
  '\s+', ' ', 'g'));

-- Records that are there twice by that all stay: the oldest keeps its value, the others get a number behind it, which their history says.
do $$
declare
  one record;
  twin record;
  bare text;
  renamed text;
  nth integer;
  is_taken boolean;
begin
  update users set email = lower(normalize(email, NFKC) collate pg_c_utf8)
    where email <> lower(normalize(email, NFKC) collate pg_c_utf8)
      and not exists (select 1 from users o where o.id <> users.id and o.deleted_at is null and identity_key(o.email) = identity_key(users.email));
  for one in select * from (values
    ('canned_replies', 'canned-replies', 'name', 100), ('ticket_types', 'ticket-types', 'name', 100), ('stores', 'stores', 'code', 20),
    ('users', 'users', 'user_code', 50), ('users', 'users', 'email', 254), ('vat_rates', 'vat-rates', 'name', 20),
    ('solutions', 'solutions', 'name', 100), ('user_roles', 'user-roles', 'name', 100), ('shippers', 'shippers', 'code', 20),
    ('supplier_groups', 'supplier-groups', 'name', 100), ('departments', 'departments', 'name', 191), ('tags', 'tags', 'name', 50)
  ) as l (tab, module, col, most) loop
    execute format('drop index %I', one.tab || '_' || one.col || '_unique');
    for twin in execute format('select id, value from (select id, %1$I as value, row_number() over (partition by identity_key(%1$I) order by id) as nth
        from %2$I where deleted_at is null) n where nth > 1 order by id', one.col, one.tab) loop
      nth := 1;
      loop
        nth := nth + 1;
        if one.col = 'email' then
          bare := split_part(twin.value, '@', 1);
          renamed := left(bare, 60 - length(nth::text)) || '+' || nth || substr(twin.value, length(bare) + 1);
        else
          renamed := left(twin.value, one.most - 1 - length(nth::text)) || '-' || nth;
        end if;
        execute format('select exists (select 1 from %I where deleted_at is null and identity_key(%I) = identity_key($1))', one.tab, one.col)
          into is_taken using renamed;
        exit when not is_taken;
      end loop;
      execute format('update %I set %I = $1, version = version + 1, updated_at = now() where id = $2', one.tab, one.col) using renamed, twin.id;
      insert into activity (action, module, record_id, record_title, changes)
        values ('update', one.module, twin.id, renamed, jsonb_build_object(one.col, jsonb_build_array(twin.value, renamed)));
      raise warning 'look-alike % of % %: now %', one.col, one.module, twin.id, renamed;
    end loop;
    execute format('create unique index %I on %I (identity_key(%I)) where deleted_at is null', one.tab || '_' || one.col || '_unique', one.tab, one.col);
  end loop;
end $$;
