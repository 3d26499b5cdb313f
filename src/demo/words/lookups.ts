import type { Sign } from '../../modules/ticket-types/ticket-types.ts'

/** The lookup lists of the chain. */

export interface TypeWords {
  name: string
  en: string
  sign: Sign
  ko: string
  priority: 'high' | 'normal' | 'low'
  hours: readonly [high: number, normal: number, low: number]
  /** How often it comes, in a hundred. */
  weight: number
}

export const TYPES: readonly TypeWords[] = [
  {
    name: 'Dịch vụ',
    en: 'Services',
    sign: 'service',
    ko: '서비스',
    priority: 'normal',
    hours: [8, 24, 56],
    weight: 12,
  },
  { name: 'Chính sách', en: 'Policy', sign: 'policy', ko: '정책', priority: 'low', hours: [16, 42, 84], weight: 6 },
  { name: 'Hàng hóa', en: 'Goods', sign: 'goods', ko: '상품', priority: 'normal', hours: [12, 28, 70], weight: 14 },
  { name: 'Khác', en: 'Other', sign: 'other', ko: '기타', priority: 'low', hours: [16, 42, 84], weight: 5 },
  {
    name: 'Thái độ phục vụ',
    en: 'Service attitude',
    sign: 'attitude',
    ko: '직원 응대 태도',
    priority: 'high',
    hours: [8, 20, 42],
    weight: 12,
  },
  {
    name: 'Chất lượng sản phẩm',
    en: 'Product quality',
    sign: 'quality',
    ko: '상품 품질',
    priority: 'high',
    hours: [6, 14, 42],
    weight: 17,
  },
  { name: 'Thanh toán', en: 'Payment', sign: 'payment', ko: '결제', priority: 'high', hours: [6, 14, 42], weight: 10 },
  { name: 'An ninh', en: 'Security', sign: 'security', ko: '보안', priority: 'high', hours: [4, 14, 28], weight: 4 },
  { name: 'Bãi xe', en: 'Parking', sign: 'parking', ko: '주차', priority: 'normal', hours: [8, 24, 56], weight: 6 },
  { name: 'Khen ngợi', en: 'Compliment', sign: 'praise', ko: '칭찬', priority: 'low', hours: [28, 56, 98], weight: 4 },
  {
    name: 'Dịch vụ giao hàng',
    en: 'Delivery service',
    sign: 'delivery',
    ko: '배송 서비스',
    priority: 'normal',
    hours: [6, 20, 42],
    weight: 6,
  },
  {
    name: 'Sai giá',
    en: 'Wrong price',
    sign: 'price',
    ko: '가격 오류',
    priority: 'high',
    hours: [4, 14, 28],
    weight: 4,
  },
]

export const TAGS: readonly string[] = [
  'khách VIP',
  'đã gọi lại',
  'hàng khuyến mãi',
  'nghi ngộ độc',
  'trẻ em',
  'lặp lại nhiều lần',
  'cần hóa đơn',
  'mạng xã hội',
  'chờ nhà cung cấp',
  'đã đổi hàng',
  'hoàn tiền thẻ',
  'khách Hàn Quốc',
  'giờ cao điểm',
  'cuối tuần',
  'thiết bị hỏng',
  'người cao tuổi',
]

export const SOLUTION_WORDINGS = [
  [
    'Xin lỗi qua điện thoại',
    'apology',
    'Cửa hàng đã gọi điện xin lỗi khách hàng, giải thích nguyên nhân và cam kết khắc phục.',
  ],
  [
    'Xin lỗi trực tiếp tại quầy',
    'apology',
    'Quản lý đã gặp và xin lỗi khách hàng tại quầy dịch vụ; nhân viên liên quan đã được nhắc nhở.',
  ],
  [
    'Đổi sản phẩm mới',
    'exchange_refund',
    'Đã đổi sản phẩm mới cùng loại cho khách hàng, kiểm tra chất lượng trước khi giao.',
  ],
  ['Hoàn tiền mặt', 'exchange_refund', 'Đã hoàn lại toàn bộ số tiền trên hóa đơn cho khách hàng bằng tiền mặt.'],
  [
    'Hoàn tiền về thẻ',
    'exchange_refund',
    'Đã gửi yêu cầu hoàn tiền tới ngân hàng; tiền về thẻ trong 7–10 ngày làm việc.',
  ],
  ['Tặng phiếu mua hàng', 'compensation', 'Gửi tặng khách hàng phiếu mua hàng thay lời xin lỗi của siêu thị.'],
  ['Cộng điểm thành viên', 'compensation', 'Đã cộng bù điểm vào tài khoản thành viên của khách hàng.'],
  [
    'Chi trả chi phí sửa chữa',
    'compensation',
    'Siêu thị chi trả chi phí sửa chữa theo hóa đơn thực tế khách hàng cung cấp.',
  ],
] as const

interface Outcome {
  of: readonly string[]
  solution: string
  origin: string
}

/** Name and text; for complaints of which types it is, and what outcome it proposes. */
export const CANNED_REPLIES: readonly [string, string, Outcome?][] = [
  [
    'Đã tiếp nhận',
    'Kính chào {customer_name},\nSiêu thị An Nhiên đã tiếp nhận phản ánh số {issue_number} của Quý khách tại {store} và sẽ phản hồi trước {deadline}. Cảm ơn Quý khách đã góp ý để chúng tôi phục vụ tốt hơn.',
  ],
  [
    'Xin thêm thông tin hóa đơn',
    'Kính chào {customer_name},\nĐể kiểm tra nhanh hơn, mong Quý khách gửi giúp ảnh chụp hóa đơn (hoặc 8 số cuối của hóa đơn) và thời gian mua hàng.',
  ],
  [
    'Mời đến quầy dịch vụ',
    'Kính mời Quý khách mang sản phẩm và hóa đơn đến quầy Dịch vụ khách hàng (tầng 1) để được đổi hàng hoặc hoàn tiền. Quầy mở cửa từ 8:00 đến 22:00 hằng ngày.',
    { of: ['Hàng hóa', 'Chất lượng sản phẩm'], solution: 'exchange_refund', origin: 'Hàng lỗi hoặc không đúng mô tả' },
  ],
  [
    'Đã hoàn tiền',
    'Siêu thị đã hoàn tiền cho giao dịch của Quý khách. Với thanh toán thẻ, tiền sẽ về tài khoản sau 7–10 ngày làm việc tùy ngân hàng.',
    { of: ['Thanh toán'], solution: 'exchange_refund', origin: 'Sai sót khi thanh toán' },
  ],
  [
    'Xin lỗi về thái độ phục vụ',
    'Chúng tôi chân thành xin lỗi vì trải nghiệm chưa tốt của Quý khách. Nhân viên liên quan đã được nhắc nhở và đào tạo lại. Rất mong Quý khách thông cảm.',
    { of: ['Thái độ phục vụ', 'Dịch vụ'], solution: 'apology', origin: 'Thái độ phục vụ chưa đúng mực' },
  ],
  [
    'Cảm ơn lời khen',
    'Cảm ơn Quý khách đã dành lời khen cho nhân viên của chúng tôi. Lời khen đã được chuyển tới bộ phận và là động lực lớn cho cả đội ngũ.',
    { of: ['Khen ngợi'], solution: 'apology', origin: 'Khách khen ngợi' },
  ],
  [
    'Đơn giao hàng đang được xử lý',
    'Bộ phận giao hàng đã liên hệ với tài xế và sẽ gọi lại cho Quý khách trong vòng 30 phút để hẹn lại giờ giao.',
    { of: ['Dịch vụ giao hàng'], solution: 'apology', origin: 'Giao hàng chậm hẹn' },
  ],
  [
    'Sai giá – hoàn chênh lệch',
    'Chúng tôi xin lỗi vì sai lệch giá giữa kệ và quầy thu ngân. Siêu thị xin hoàn lại phần chênh lệch và đã cập nhật lại nhãn giá.',
    { of: ['Chính sách'], solution: 'exchange_refund', origin: 'Giá trên kệ khác giá ở quầy' },
  ],
]

/** A rule of assignment for each type: department, how the person is found, and the reply that is offered first. */
export const ASSIGNMENT_RULES: readonly {
  type: string
  department: string
  by: 'load' | 'turn' | 'nobody'
  reply?: string
  isByItself?: true
}[] = [
  { type: 'Dịch vụ', department: 'Dịch vụ khách hàng', by: 'load', reply: 'Đã tiếp nhận' },
  { type: 'Chính sách', department: 'Dịch vụ khách hàng', by: 'turn', reply: 'Đã tiếp nhận' },
  { type: 'Hàng hóa', department: 'Khối Ngành hàng', by: 'load', reply: 'Mời đến quầy dịch vụ' },
  { type: 'Khác', department: 'Dịch vụ khách hàng', by: 'turn', reply: 'Đã tiếp nhận' },
  { type: 'Thái độ phục vụ', department: 'Vận hành siêu thị', by: 'load', reply: 'Xin lỗi về thái độ phục vụ' },
  { type: 'Chất lượng sản phẩm', department: 'Khối Ngành hàng', by: 'load', reply: 'Mời đến quầy dịch vụ' },
  { type: 'Thanh toán', department: 'Thu ngân', by: 'load', reply: 'Xin thêm thông tin hóa đơn' },
  { type: 'An ninh', department: 'An ninh – Bãi xe', by: 'load' },
  { type: 'Bãi xe', department: 'An ninh – Bãi xe', by: 'load' },
  { type: 'Khen ngợi', department: 'Dịch vụ khách hàng', by: 'turn', reply: 'Cảm ơn lời khen' },
  {
    ...{ type: 'Dịch vụ giao hàng', department: 'Giao hàng – Online', by: 'load' },
    ...{ reply: 'Đơn giao hàng đang được xử lý', isByItself: true },
  },
  { type: 'Sai giá', department: 'Vận hành siêu thị', by: 'load', reply: 'Sai giá – hoàn chênh lệch' },
]
