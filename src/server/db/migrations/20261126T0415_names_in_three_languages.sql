-- What the chain calls itself has names in three languages; what the product comes with brings them.
alter table departments add column name_en text, add column name_ko text;
alter table escalation_rungs add column name_en text, add column name_ko text;
alter table canned_replies add column name_en text, add column name_ko text;
alter table solutions add column name_en text, add column name_ko text;
alter table holidays add column name_en text, add column name_ko text;
alter table tags add column name_en text, add column name_ko text;

update user_roles r set description = d.english from (values
  ('Toàn quyền', 'May do everything'),
  ('Xem và báo cáo toàn chuỗi, duyệt chi phí', 'Sees and reports the whole chain, approves costs'),
  ('Quản lý một cửa hàng', 'Runs one store'),
  ('Tiếp nhận và xử lý góp ý toàn chuỗi', 'Receives and handles the complaints of the whole chain'),
  ('Xử lý góp ý của bộ phận mình', 'Handles the complaints of the own department'),
  ('Khuyến mãi, sự kiện, khảo sát', 'Promotions, events, surveys'),
  ('Hóa đơn VAT, hoàn hàng', 'VAT invoices, refunds'),
  ('Quầy lễ tân: nhà cung cấp, giao hàng', 'Front desk: suppliers, deliveries'),
  ('Người giao hàng: các điểm giao trong ngày của mình', 'Delivers: the own stops of the day'),
  ('Xem góp ý của cửa hàng mình, làm việc được giao', 'Sees the complaints of the own store, does the given tasks')
) d(vietnamese, english) where r.description = d.vietnamese;

update escalation_rungs r set name_en = d.english, name_ko = d.korean from (values
  ('Sắp hết giờ tiếp nhận', 'First reply nearly due', '최초 응답 기한 임박'),
  ('Quá giờ tiếp nhận', 'First reply late', '최초 응답 기한 초과'),
  ('Hết nửa thời gian', 'Half of the time is gone', '처리 시간의 절반 경과'),
  ('Còn một phần tư thời gian', 'A quarter of the time is left', '처리 시간의 4분의 1 남음'),
  ('Đến hạn: báo trưởng bộ phận', 'Due: the department manager is notified', '기한 도래: 부서장에게 알림'),
  ('Quá hạn 4 giờ: báo quản lý cửa hàng', '4 hours late: the store manager is notified', '4시간 초과: 점장에게 알림'),
  ('Quá hạn 8 giờ: báo giám đốc', '8 hours late: the CEO is notified', '8시간 초과: 대표에게 알림'),
  ('Sắp hết hạn theo luật', 'Legal deadline nears', '법정 기한 임박'),
  ('Quá hạn theo luật: báo giám đốc', 'Late by law: the CEO is notified', '법정 기한 초과: 대표에게 알림')
) d(vietnamese, english, korean) where r.name = d.vietnamese;

update holidays r set name_en = d.english, name_ko = d.korean from (values
  ('Giỗ Tổ Hùng Vương', 'Hung Kings’ Commemoration Day', '훙왕 기일'),
  ('Làm bù cho ngày 02/01', 'Made up for 02/01', '02/01 대체 근무'),
  ('Làm bù cho ngày 02/05', 'Made up for 02/05', '02/05 대체 근무'),
  ('Làm bù cho ngày 31/08', 'Made up for 31/08', '31/08 대체 근무'),
  ('Nghỉ Quốc khánh', 'National Day holiday', '국경일 연휴'),
  ('Nghỉ bù Giỗ Tổ Hùng Vương', 'Hung Kings’ Commemoration Day in lieu', '훙왕 기일 대체 휴일'),
  ('Nghỉ bù Ngày Giải phóng miền Nam', 'Reunification Day in lieu', '통일절 대체 휴일'),
  ('Nghỉ bù Ngày Quốc tế Lao động', 'International Workers’ Day in lieu', '노동절 대체 휴일'),
  ('Nghỉ bù Quốc khánh', 'National Day in lieu', '국경일 대체 휴일'),
  ('Nghỉ bù Tết Dương lịch', 'New Year’s Day in lieu', '신정 대체 휴일'),
  ('Nghỉ bù Tết Nguyên đán (mùng 1 là thứ Bảy)', 'In lieu for Lunar New Year (day 1 is a Saturday)', '설 연휴 대체 휴일 (음력 1월 1일이 토요일)'),
  ('Nghỉ bù Tết Nguyên đán (mùng 2 là Chủ nhật)', 'In lieu for Lunar New Year (day 2 is a Sunday)', '설 연휴 대체 휴일 (음력 1월 2일이 일요일)'),
  ('Nghỉ hoán đổi, làm bù ngày 10/01', 'Swapped day off, made up on 10/01', '교환 휴무, 10/01 대체 근무'),
  ('Nghỉ hoán đổi, làm bù ngày 22/08', 'Swapped day off, made up on 22/08', '교환 휴무, 22/08 대체 근무'),
  ('Nghỉ hoán đổi, làm bù ngày 26/04', 'Swapped day off, made up on 26/04', '교환 휴무, 26/04 대체 근무'),
  ('Ngày Giải phóng miền Nam', 'Reunification Day', '통일절'),
  ('Ngày Quốc tế Lao động', 'International Workers’ Day', '노동절'),
  ('Quốc khánh', 'National Day', '국경일'),
  ('Tết Dương lịch', 'New Year’s Day', '신정'),
  ('Tết Nguyên đán Bính Ngọ – 29 tháng Chạp', 'Lunar New Year of the Horse, 29th of the last month', '병오년 설 연휴, 섣달 29일'),
  ('Tết Nguyên đán Bính Ngọ – mùng 1', 'Lunar New Year of the Horse, day 1', '병오년 설 연휴, 음력 1월 1일'),
  ('Tết Nguyên đán Bính Ngọ – mùng 2', 'Lunar New Year of the Horse, day 2', '병오년 설 연휴, 음력 1월 2일'),
  ('Tết Nguyên đán Bính Ngọ – mùng 3', 'Lunar New Year of the Horse, day 3', '병오년 설 연휴, 음력 1월 3일'),
  ('Tết Nguyên đán Bính Ngọ – mùng 4', 'Lunar New Year of the Horse, day 4', '병오년 설 연휴, 음력 1월 4일'),
  ('Tết Nguyên đán Mậu Thân – 28 tháng Chạp', 'Lunar New Year of the Monkey, 28th of the last month', '무신년 설 연휴, 섣달 28일'),
  ('Tết Nguyên đán Mậu Thân – 29 tháng Chạp', 'Lunar New Year of the Monkey, 29th of the last month', '무신년 설 연휴, 섣달 29일'),
  ('Tết Nguyên đán Mậu Thân – mùng 1', 'Lunar New Year of the Monkey, day 1', '무신년 설 연휴, 음력 1월 1일'),
  ('Tết Nguyên đán Mậu Thân – mùng 2', 'Lunar New Year of the Monkey, day 2', '무신년 설 연휴, 음력 1월 2일'),
  ('Tết Nguyên đán Mậu Thân – mùng 3', 'Lunar New Year of the Monkey, day 3', '무신년 설 연휴, 음력 1월 3일'),
  ('Tết Nguyên đán Đinh Mùi – 29 tháng Chạp', 'Lunar New Year of the Goat, 29th of the last month', '정미년 설 연휴, 섣달 29일'),
  ('Tết Nguyên đán Đinh Mùi – mùng 1', 'Lunar New Year of the Goat, day 1', '정미년 설 연휴, 음력 1월 1일'),
  ('Tết Nguyên đán Đinh Mùi – mùng 2', 'Lunar New Year of the Goat, day 2', '정미년 설 연휴, 음력 1월 2일'),
  ('Tết Nguyên đán Đinh Mùi – mùng 3', 'Lunar New Year of the Goat, day 3', '정미년 설 연휴, 음력 1월 3일'),
  ('Tết Nguyên đán Đinh Mùi – mùng 4', 'Lunar New Year of the Goat, day 4', '정미년 설 연휴, 음력 1월 4일'),
  ('Tết Nguyên đán Ất Tỵ – 28 tháng Chạp', 'Lunar New Year of the Snake, 28th of the last month', '을사년 설 연휴, 섣달 28일'),
  ('Tết Nguyên đán Ất Tỵ – 29 tháng Chạp', 'Lunar New Year of the Snake, 29th of the last month', '을사년 설 연휴, 섣달 29일'),
  ('Tết Nguyên đán Ất Tỵ – mùng 1', 'Lunar New Year of the Snake, day 1', '을사년 설 연휴, 음력 1월 1일'),
  ('Tết Nguyên đán Ất Tỵ – mùng 2', 'Lunar New Year of the Snake, day 2', '을사년 설 연휴, 음력 1월 2일'),
  ('Tết Nguyên đán Ất Tỵ – mùng 3', 'Lunar New Year of the Snake, day 3', '을사년 설 연휴, 음력 1월 3일')
) d(vietnamese, english, korean) where r.name = d.vietnamese;
