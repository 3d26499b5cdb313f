/** What companies near the shops are called, and what people bring back. */
export const COMPANY_KINDS = ['Công ty TNHH', 'Công ty Cổ phần', 'Công ty TNHH MTV', 'Doanh nghiệp tư nhân'] as const
export const COMPANY_TRADES = [
  'Thương mại và Dịch vụ',
  'Xây dựng',
  'Tư vấn Thiết kế',
  'Du lịch',
  'Công nghệ',
  'Dược phẩm',
  'Vận tải',
  'Nội thất',
  'Thực phẩm',
  'In ấn và Quảng cáo',
  'Giáo dục',
  'Cơ điện lạnh',
] as const
export const COMPANY_NAMES = [
  'An Phát',
  'Bình Minh',
  'Cửu Long',
  'Đại Thành',
  'Đông Á',
  'Gia Hưng',
  'Hải Đăng',
  'Hoàng Gia',
  'Hồng Hà',
  'Khải Hoàn',
  'Lạc Việt',
  'Minh Khôi',
  'Nam Sơn',
  'Ngọc Lan',
  'Phú Quý',
  'Phương Đông',
  'Quang Huy',
  'Sao Mai',
  'Sông Thu',
  'Tân Tiến',
  'Thăng Long',
  'Thiên Ân',
  'Trường Sơn',
  'Việt Hưng',
  'Vĩnh Phát',
] as const
export const STREETS = [
  'Nguyễn Trãi',
  'Lê Lợi',
  'Trần Hưng Đạo',
  'Hai Bà Trưng',
  'Lý Thường Kiệt',
  'Nguyễn Huệ',
  'Phan Chu Trinh',
  'Điện Biên Phủ',
] as const
/** Offices of the tax authority's first registration, as tax codes begin. */
export const TAX_BEGINNINGS = ['01', '02', '03', '04', '18', '31', '36', '37'] as const

export const REFUND_REASONS = [
  'Bao bì rách, hàng bị ẩm',
  'Khách mua nhầm loại, hàng còn nguyên tem',
  'Hàng gần hết hạn sử dụng so với niêm yết',
  'Giao sai màu so với đơn đặt',
  'Hàng lỗi kỹ thuật khi cắm điện',
  'Tính tiền hai lần cho cùng một món',
  'Giá tại quầy cao hơn giá trên kệ',
  'Hàng không tươi khi mở hộp',
] as const
export const REFUND_NOTES = [
  'Còn nguyên tem',
  'Bao bì rách',
  'Đã mở hộp',
  'Thiếu phụ kiện',
  'Còn hóa đơn giấy',
] as const
export const CORRECTIONS = [
  ['tax_code', 'Sai một chữ số của mã số thuế; biên bản thỏa thuận đã ký'],
  ['amount', 'Thiếu tiền một mặt hàng; biên bản thỏa thuận đã ký'],
  ['rate', 'Ghi thuế suất 10% thay vì 8%; biên bản thỏa thuận đã ký'],
  ['goods', 'Ghi nhầm tên hàng; biên bản thỏa thuận đã ký'],
] as const
