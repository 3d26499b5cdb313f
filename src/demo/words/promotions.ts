/** Where in a store a promotion stands. */
export const LOCATIONS = [
  'Lối vào',
  'Đầu kệ',
  'Kệ chính',
  'Ụ trưng bày',
  'Quầy thu ngân',
  'Tủ mát',
  'Khu trái cây',
  'Gian hàng lễ',
]

export const REASONS = [
  'Hàng cận hạn, xả trước ngày hết hạn',
  'Chương trình khuyến mại tập trung đã đăng ký',
  'Nhà cung cấp hỗ trợ toàn bộ phần giảm',
  'Hai chương trình cùng nhà cung cấp, áp giá thấp hơn',
]

export const NOTES = [
  'Nhà cung cấp hỗ trợ 50 % chi phí',
  'Trưng bày kèm bảng giá lớn',
  'Tối đa 5 sản phẩm mỗi khách',
  'Chỉ áp dụng cho khách có thẻ thành viên từ tuần thứ hai',
]
