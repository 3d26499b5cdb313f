/** An item of a checklist: what to do, and what it asks for beyond a tick. */
export interface ItemWords {
  title: string
  kind?: 'number' | 'answer'
  needs_photo?: true
  unit?: string
  least?: number
  most?: number
}
export interface TemplateWords {
  name: string
  description: string
  holder: string
  approved_by: string
  /** Hour at which it ends, and how long it takes. */
  ends: number
  hours: number
  items: readonly ItemWords[]
}

/** What every store does again and again. */
export const TEMPLATES: readonly TemplateWords[] = [
  {
    name: 'Mở cửa siêu thị',
    description: '<p>Trước giờ đón khách: an toàn, ánh sáng, quầy thu ngân và hàng tươi sẵn sàng.</p>',
    ...{ holder: 'store_manager', approved_by: 'nobody', ends: 8, hours: 1 },
    items: [
      { title: 'Tắt báo động, kiểm tra cửa và lối thoát hiểm' },
      { title: 'Bật đèn, điều hòa, thang cuốn' },
      { title: 'Kiểm tra sàn khô, lối đi thông thoáng', needs_photo: true },
      { title: 'Nhiệt độ tủ mát sữa', kind: 'number', unit: '°C', least: 0, most: 5 },
      { title: 'Quầy thu ngân có đủ tiền lẻ', kind: 'answer' },
      { title: 'Hàng bánh tươi, rau củ lên kệ' },
    ],
  },
  {
    name: 'Đóng cửa siêu thị',
    description: '<p>Sau khi khách cuối cùng ra về. Ảnh két sắt chỉ chụp cửa đã khóa.</p>',
    ...{ holder: 'store_manager', approved_by: 'nobody', ends: 22.75, hours: 1 },
    items: [
      { title: 'Kiểm tra không còn khách trong siêu thị và nhà vệ sinh' },
      { title: 'Kết ca thu ngân, niêm phong tiền' },
      { title: 'Khóa két sắt', needs_photo: true },
      { title: 'Che kín tủ mát, tủ đông' },
      { title: 'Đổ rác, khóa cửa kho', kind: 'answer' },
      { title: 'Bật báo động' },
    ],
  },
  {
    name: 'Kiểm tra chuỗi lạnh',
    description:
      '<p>Đo bằng nhiệt kế cầm tay, không đọc màn hình của tủ. Ngoài khoảng cho phép thì chuyển hàng ngay.</p>',
    ...{ holder: 'store_manager', approved_by: 'sender', ends: 14, hours: 1.5 },
    items: [
      { title: 'Kho lạnh thịt', kind: 'number', unit: '°C', least: 0, most: 4 },
      { title: 'Kho đông', kind: 'number', unit: '°C', least: -25, most: -18 },
      { title: 'Tủ mát sữa', kind: 'number', unit: '°C', least: 0, most: 5 },
      { title: 'Quầy cá', kind: 'number', unit: '°C', least: -1, most: 2 },
      { title: 'Gioăng cửa kho kín', kind: 'answer' },
      { title: 'Chụp nhiệt kế tại kho đông', needs_photo: true },
    ],
  },
  {
    name: 'Đối chiếu nhãn giá',
    description: '<p>Một dãy kệ mỗi lần: quét từng nhãn, nhãn sai thì in lại và thay ngay.</p>',
    ...{ holder: 'store_manager', approved_by: 'sender', ends: 17, hours: 3 },
    items: [
      { title: 'In danh sách giá mới trong ngày' },
      { title: 'Quét nhãn dãy kệ đầu hồi' },
      { title: 'Quét nhãn hàng khuyến mãi' },
      { title: 'Số nhãn sai đã thay', kind: 'number', unit: 'nhãn', least: 0, most: 10 },
      { title: 'Ảnh kệ sau khi thay nhãn', needs_photo: true },
    ],
  },
]

/** What a head office sends to all stores: what it is, which template it is made from, and how many days ago it ended. */
export const ROUNDS: readonly (readonly [title: string, template: number, endedAgo: number])[] = [
  ['Kệ Trung thu: đối chiếu nhãn giá', 3, 62],
  ['Chuỗi lạnh trước đợt nắng nóng', 2, 33],
  ['Mở cửa sớm ngày Black Friday', 0, 9],
  ['Chuỗi lạnh tuần này', 2, -2],
]

/** Single tasks: what, for whom, hours it takes. */
export const STORE_TASKS: readonly (readonly [title: string, hours: number])[] = [
  ['Thay bóng đèn khu rau củ', 1],
  ['Sắp lại kệ nước giải khát theo sơ đồ mới', 4],
  ['Kiểm kê nhanh khu mỹ phẩm', 3],
  ['Dán poster khuyến mãi cuối tuần', 1],
  ['Sửa bánh xe của 12 xe đẩy', 3],
  ['Vệ sinh tủ đông khu hải sản', 2],
  ['Gom hàng cận hạn khu bánh kẹo', 2],
  ['Hướng dẫn nhân viên mới dùng máy quét', 2],
  ['Kiểm tra hạn sử dụng sữa chua', 1],
  ['Trưng bày kệ đầu hồi dầu ăn', 2],
  ['Kiểm tra bình chữa cháy tầng hầm', 1],
  ['Gọi thợ sửa cửa cuốn kho nhận hàng', 1],
  ['Đổi lịch ca thu ngân cuối tháng', 1],
  ['Dọn khu gửi xe sau mưa lớn', 2],
  ['Kiểm tra cân điện tử quầy thịt', 1],
  ['Trả hàng lỗi cho nhà cung cấp nước mắm', 2],
  ['Chụp ảnh khu vui chơi trẻ em gửi marketing', 1],
  ['Bổ sung túi tự hủy tại quầy thu ngân', 1],
]
export const OFFICE_TASKS: readonly (readonly [title: string, hours: number])[] = [
  ['Chốt danh mục hàng Tết với nhà cung cấp', 8],
  ['Soạn thông báo giờ mở cửa dịp lễ', 2],
  ['Đối soát hóa đơn VAT tháng trước', 6],
  ['Làm bảng so sánh giá rau củ với đối thủ', 4],
  ['Chuẩn bị tài liệu họp giao ban vùng', 3],
  ['Rà soát hợp đồng thuê gian hàng tầng 1', 6],
  ['Tổng hợp góp ý về bánh tươi trong tuần', 3],
  ['Kiểm tra mẫu bao bì nhãn riêng', 4],
  ['Lập kế hoạch nhập hàng đông lạnh quý tới', 8],
  ['Đào tạo lại quy trình đổi trả', 4],
]
export const COMPLAINT_TASKS: readonly string[] = [
  'Gọi lại cho khách và xin lỗi',
  'Kiểm tra camera quầy thu ngân',
  'Đổi hàng và giao tận nhà cho khách',
  'Kiểm tra lô hàng còn lại trên kệ',
  'Nhắc nhở nhân viên liên quan',
  'Sửa nhãn giá và kiểm tra cả dãy kệ',
]
export const COMMENTS: readonly string[] = [
  'Đã làm xong phần kệ, còn chờ nhãn in lại.',
  'Anh chị cho em xin thêm một buổi, hàng chưa về đủ.',
  'Đã gửi ảnh, nhờ anh xem giúp.',
  'Khu này thiếu hai bóng đèn, em đã báo kỹ thuật.',
  'Cảm ơn, làm như vậy là được.',
  'Nhớ chụp cả phía sau kệ nhé.',
]
export const QUALITY_NOTES: readonly (string | null)[] = [
  null,
  null,
  'Gọn, đúng giờ',
  'Ảnh rõ',
  'Cần làm kỹ hơn phía trong',
  'Tốt',
]
export const REJECTIONS: readonly string[] = [
  'Ảnh mờ, không đọc được nhiệt kế',
  'Chưa thay nhãn dãy cuối',
  'Thiếu ảnh phía sau kệ',
]
export const CANCELLED: readonly string[] = ['Kệ đã dỡ', 'Nhà cung cấp tự làm', 'Trùng với việc khác']
