alter table complaints add column cost_state text;
alter table complaints add column cost_asked_by bigint;
alter table complaints add column cost_decided_by bigint;
alter table complaints add column cost_decided_at timestamp with time zone;
alter table complaints add column cost_reason text;
alter table user_roles add column cost_limit numeric(15,0);
-- What waits is looked for all day; few complaints have any cost to decide on.
create index complaints_cost_state on complaints (cost_state, created_at desc, id desc) where cost_state is not null;

-- The roles delivered get their limits where they still stand under their names; the administrator's stays open.
update user_roles r set cost_limit = d.cost_limit, version = r.version + 1
  from (values ('Store manager', 1000000), ('Customer service', 2000000), ('Department manager', 5000000),
    ('Marketing', 0), ('Accounting', 0), ('Reception', 0), ('Staff', 0)) d(name, cost_limit)
  where r.name = d.name;
