alter table complaints add column is_vulnerable boolean not null default false;
create index complaints_vulnerable on complaints (created_at desc, id desc) where is_vulnerable and deleted_at is null;
