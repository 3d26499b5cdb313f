-- What a chain begins with; the administrators' own from here on.

-- The public holidays of 2025 to 2028 with the days swapped for them, as decreed up to 2026 and by the labour code's rule for rest days
-- after that; the list is the chain's own from here on.
insert into holidays (day, name, kind) values
  ('2025-01-01', 'Tết Dương lịch', 'off'),
  ('2025-01-27', 'Tết Nguyên đán Ất Tỵ – 28 tháng Chạp', 'off'),
  ('2025-01-28', 'Tết Nguyên đán Ất Tỵ – 29 tháng Chạp', 'off'),
  ('2025-01-29', 'Tết Nguyên đán Ất Tỵ – mùng 1', 'off'),
  ('2025-01-30', 'Tết Nguyên đán Ất Tỵ – mùng 2', 'off'),
  ('2025-01-31', 'Tết Nguyên đán Ất Tỵ – mùng 3', 'off'),
  ('2025-04-07', 'Giỗ Tổ Hùng Vương', 'off'),
  ('2025-04-26', 'Làm bù cho ngày 02/05', 'working'),
  ('2025-04-30', 'Ngày Giải phóng miền Nam', 'off'),
  ('2025-05-01', 'Ngày Quốc tế Lao động', 'off'),
  ('2025-05-02', 'Nghỉ hoán đổi, làm bù ngày 26/04', 'off'),
  ('2025-09-01', 'Nghỉ Quốc khánh', 'off'),
  ('2025-09-02', 'Quốc khánh', 'off'),
  ('2026-01-01', 'Tết Dương lịch', 'off'),
  ('2026-01-02', 'Nghỉ hoán đổi, làm bù ngày 10/01', 'off'),
  ('2026-01-10', 'Làm bù cho ngày 02/01', 'working'),
  ('2026-02-16', 'Tết Nguyên đán Bính Ngọ – 29 tháng Chạp', 'off'),
  ('2026-02-17', 'Tết Nguyên đán Bính Ngọ – mùng 1', 'off'),
  ('2026-02-18', 'Tết Nguyên đán Bính Ngọ – mùng 2', 'off'),
  ('2026-02-19', 'Tết Nguyên đán Bính Ngọ – mùng 3', 'off'),
  ('2026-02-20', 'Tết Nguyên đán Bính Ngọ – mùng 4', 'off'),
  ('2026-04-26', 'Giỗ Tổ Hùng Vương', 'off'),
  ('2026-04-27', 'Nghỉ bù Giỗ Tổ Hùng Vương', 'off'),
  ('2026-04-30', 'Ngày Giải phóng miền Nam', 'off'),
  ('2026-05-01', 'Ngày Quốc tế Lao động', 'off'),
  ('2026-08-22', 'Làm bù cho ngày 31/08', 'working'),
  ('2026-08-31', 'Nghỉ hoán đổi, làm bù ngày 22/08', 'off'),
  ('2026-09-01', 'Nghỉ Quốc khánh', 'off'),
  ('2026-09-02', 'Quốc khánh', 'off'),
  ('2027-01-01', 'Tết Dương lịch', 'off'),
  ('2027-02-05', 'Tết Nguyên đán Đinh Mùi – 29 tháng Chạp', 'off'),
  ('2027-02-06', 'Tết Nguyên đán Đinh Mùi – mùng 1', 'off'),
  ('2027-02-07', 'Tết Nguyên đán Đinh Mùi – mùng 2', 'off'),
  ('2027-02-08', 'Tết Nguyên đán Đinh Mùi – mùng 3', 'off'),
  ('2027-02-09', 'Tết Nguyên đán Đinh Mùi – mùng 4', 'off'),
  ('2027-02-10', 'Nghỉ bù Tết Nguyên đán (mùng 1 là thứ Bảy)', 'off'),
  ('2027-02-11', 'Nghỉ bù Tết Nguyên đán (mùng 2 là Chủ nhật)', 'off'),
  ('2027-04-16', 'Giỗ Tổ Hùng Vương', 'off'),
  ('2027-04-30', 'Ngày Giải phóng miền Nam', 'off'),
  ('2027-05-01', 'Ngày Quốc tế Lao động', 'off'),
  ('2027-05-03', 'Nghỉ bù Ngày Quốc tế Lao động', 'off'),
  ('2027-09-02', 'Quốc khánh', 'off'),
  ('2027-09-03', 'Nghỉ Quốc khánh', 'off'),
  ('2028-01-01', 'Tết Dương lịch', 'off'),
  ('2028-01-03', 'Nghỉ bù Tết Dương lịch', 'off'),
  ('2028-01-24', 'Tết Nguyên đán Mậu Thân – 28 tháng Chạp', 'off'),
  ('2028-01-25', 'Tết Nguyên đán Mậu Thân – 29 tháng Chạp', 'off'),
  ('2028-01-26', 'Tết Nguyên đán Mậu Thân – mùng 1', 'off'),
  ('2028-01-27', 'Tết Nguyên đán Mậu Thân – mùng 2', 'off'),
  ('2028-01-28', 'Tết Nguyên đán Mậu Thân – mùng 3', 'off'),
  ('2028-04-04', 'Giỗ Tổ Hùng Vương', 'off'),
  ('2028-04-30', 'Ngày Giải phóng miền Nam', 'off'),
  ('2028-05-01', 'Ngày Quốc tế Lao động', 'off'),
  ('2028-05-02', 'Nghỉ bù Ngày Giải phóng miền Nam', 'off'),
  ('2028-09-01', 'Nghỉ Quốc khánh', 'off'),
  ('2028-09-02', 'Quốc khánh', 'off'),
  ('2028-09-04', 'Nghỉ bù Quốc khánh', 'off')
on conflict (day) where deleted_at is null do nothing;

insert into working_hours (weekday, opens, closes, is_law_day) select n, '08:00', '22:00', n <= 5 from generate_series(1, 7) n;

insert into deadline_recount default values;

-- The audit's words are written from here on.
insert into feed_cursors (name, mark) values ('audit-words', feed_position(pg_snapshot_xmin(pg_current_snapshot())));

-- What a delivery costs until an administrator says otherwise.
insert into delivery_fees (up_to_km, from_value, fee) values
  (3, 0, 15000), (3, 300000, 0),
  (5, 0, 20000), (5, 500000, 0),
  (10, 0, 35000), (10, 1000000, 15000), (10, 2000000, 0),
  (20, 0, 60000), (20, 2000000, 30000),
  (50, 0, 120000);

-- As delivered (Law 48/2024/QH15, Resolution 204/2025/QH15, Decree 174/2025); an administrator keeps them up to date.
insert into vat_rates (name, kind, rate, goods, from_on, until_on) values
  ('KCT', 'not_subject', 0, 'Hàng hóa, dịch vụ không chịu thuế giá trị gia tăng', '2009-01-01', null),
  ('KKKNT', 'not_declared', 0, 'Khoản không phải kê khai, tính nộp thuế giá trị gia tăng', '2009-01-01', null),
  ('0%', 'taxed', 0, 'Hàng hóa, dịch vụ xuất khẩu', '2009-01-01', null),
  ('5%', 'taxed', 5, 'Hàng hóa thiết yếu: nước sạch, nông sản sơ chế, thiết bị y tế, sách giáo khoa …', '2009-01-01', null),
  ('8%', 'taxed', 8, 'Hàng hóa, dịch vụ đang chịu 10 %, trừ viễn thông, tài chính, ngân hàng, chứng khoán, bảo hiểm, bất động sản, kim loại, khoáng sản (trừ than) và hàng chịu thuế tiêu thụ đặc biệt (trừ xăng)', '2025-07-01', '2026-12-31'),
  ('10%', 'taxed', 10, 'Hàng hóa, dịch vụ còn lại', '2009-01-01', null);
