/** Names as they are met in the shops; none is anybody's. */

export const FAMILIES = ['Nguyễn', 'Nguyễn', 'Nguyễn', 'Trần', 'Trần', 'Lê', 'Lê', 'Phạm', 'Hoàng', 'Huỳnh', 'Phan', 'Vũ', 'Võ', 'Đặng', 'Bùi', 'Đỗ', 'Hồ', 'Ngô', 'Dương', 'Lý', 'Đinh', 'Trương', 'Lâm', 'Mai', 'Cao', 'Tạ']
export const WOMEN = {
  middle: ['Thị', 'Thị Thu', 'Thị Ngọc', 'Thanh', 'Ngọc', 'Thùy', 'Bích', 'Thị Kim', 'Phương', 'Mỹ', 'Khánh', 'Hồng', 'Thị Minh', 'Quỳnh', 'Diệu'],
  given: ['Hương', 'Lan', 'Hà', 'Trang', 'Linh', 'Ngân', 'Hạnh', 'Thảo', 'Vy', 'Mai', 'Yến', 'Nhung', 'Tuyết', 'Loan', 'Oanh', 'Phượng', 'Trâm', 'Giang', 'Châu', 'Hiền', 'Dung', 'Thủy', 'Anh', 'Nga', 'Xuân', 'My', 'Nhi', 'Diệp'],
}
export const MEN = {
  middle: ['Văn', 'Đức', 'Minh', 'Quang', 'Hữu', 'Thanh', 'Anh', 'Quốc', 'Công', 'Xuân', 'Trọng', 'Hoàng', 'Gia', 'Tuấn', 'Đình', 'Bảo'],
  given: ['Hùng', 'Dũng', 'Nam', 'Long', 'Tuấn', 'Hải', 'Sơn', 'Phong', 'Khoa', 'Phúc', 'Thành', 'Kiên', 'Tùng', 'Hiếu', 'Đạt', 'Thắng', 'Lâm', 'Trung', 'Việt', 'Bình', 'Cường', 'Quân', 'Toàn', 'Vinh', 'Nghĩa', 'Khang', 'An', 'Tín'],
}
/** Some customers live in the quarter's Korean and foreign communities. */
export const FOREIGN = ['Kim Min Jung', 'Park Ji Hoon', 'Lee Soo Yeon', 'Choi Dong Hyun', 'Jung Hye Rin', 'Emily Carter', 'Daniel Meyer', 'Sakura Tanaka', 'Han Sang Woo', 'Yoon Da Eun']

export const PREFIXES = ['032', '033', '034', '035', '036', '037', '038', '039', '070', '076', '077', '078', '079', '081', '082', '083', '084', '085', '090', '091', '093', '094', '096', '097', '098']
export const MAIL_HOSTS = ['example.com', 'example.net', 'mail.example', 'example.org']

export const VEHICLES = ['motorbike', 'motorbike', 'motorbike', 'van', 'truck', 'bicycle'] as const
export const PLATE_STARTS: Record<string, string> = {
  S01: '29', S02: '30', S03: '29', S04: '59', S05: '59', S06: '51', S07: '43', S08: '15', S09: '65', S10: '60', S11: '79', S12: '37',
}
