alter table ticket_types add column sign text;
-- Kinds that are called as they were delivered get theirs; an administrator gives the others one.
update ticket_types t set sign = s.sign
from (values
  ('Services', 'service'), ('Policy', 'policy'), ('Goods', 'goods'), ('Other', 'other'), ('Service attitude', 'attitude'),
  ('Product quality', 'quality'), ('Payment', 'payment'), ('Security', 'security'), ('Parking', 'parking'),
  ('Compliment', 'praise'), ('Delivery service', 'delivery'), ('Wrong price', 'price')) s(name, sign)
where t.name_en = s.name;
