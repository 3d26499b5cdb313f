/** Who carries orders, and why orders fail. */
export const SHIPPING_UNITS = [
  { name: 'Giao hàng nhanh An Phát', phone: '0901234501' },
  { name: 'Chuyển phát Bốn Mùa', phone: '0901234502' },
  { name: 'Xe máy trong ngày', phone: '0901234503' },
  { name: 'Đội giao hàng của cửa hàng', phone: null },
] as const

export const FAILURE_REASONS = [
  {
    name: 'Khách không nghe máy',
    en: 'The customer does not answer the phone',
    ko: '고객이 전화를 받지 않음',
    weight: 8,
  },
  { name: 'Khách hẹn ngày khác', en: 'The customer asks for another day', ko: '고객이 다른 날짜 요청', weight: 5 },
  { name: 'Sai địa chỉ', en: 'The address is wrong', ko: '주소 오류', weight: 4 },
  { name: 'Hết hàng', en: 'Out of stock', ko: '품절', weight: 4 },
  { name: 'Hàng hư hỏng khi vận chuyển', en: 'Damaged on the way', ko: '운송 중 파손', weight: 2 },
  { name: 'Khách từ chối nhận', en: 'The customer refuses the goods', ko: '고객 수령 거부', weight: 3 },
] as const

export const FAILURE_NOTES = [
  ...['Đã gọi ba lần trong giờ hành chính.', 'Hẹn giao lại cuối tuần.', 'Số nhà không có trên đường này.'],
  ...['Kho báo hết, chờ nhập thứ Hai.', 'Thùng móp, sữa chảy.', 'Khách nói đã mua ở nơi khác.'],
] as const

export const ORDER_NOTES = [
  ...['Giao giờ hành chính.', 'Gọi trước 15 phút.', 'Gửi bảo vệ nếu không có nhà.', 'Cho thêm túi giấy.'],
  ...['Chọn trái cây chín vừa.', 'Không giao sau 20 giờ.'],
] as const
