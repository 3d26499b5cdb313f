-- Roles are found, sorted, exported and imported by what their readers call them; those that came with the product bring their names.
alter table user_roles add column name_vi text, add column name_ko text;
alter table user_roles drop column search_text;
alter table user_roles add column search_text text generated always as (fold(' ' || coalesce(name, '') || ' ' || coalesce(name_vi, '') || ' ' || coalesce(name_ko, ''))) stored;
create index user_roles_search on user_roles using gin (search_text gin_trgm_ops);

update user_roles r set name_vi = d.vietnamese, name_ko = d.korean from (values
  ('Administrator', 'Quản trị viên', '관리자'),
  ('CEO', 'Tổng giám đốc', '대표이사'),
  ('Store manager', 'Quản lý cửa hàng', '점장'),
  ('Customer service', 'Chăm sóc khách hàng', '고객 서비스'),
  ('Department manager', 'Quản lý bộ phận', '부서장'),
  ('Marketing', 'Tiếp thị', '마케팅'),
  ('Accounting', 'Kế toán', '회계'),
  ('Reception', 'Lễ tân', '안내 데스크'),
  ('Shipper', 'Nhân viên giao hàng', '배송 기사'),
  ('Staff', 'Nhân viên', '직원')
) d(english, vietnamese, korean) where r.name = d.english;
