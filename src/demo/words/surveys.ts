import type { Option, QuestionKind, Words } from '../../shared/surveys/questions.ts'

/** What customers of the demo chain are asked, and what they write. */
export const SURVEYS = [
  {
    title: 'Khảo sát mua sắm tại cửa hàng',
    title_en: 'Your visit to our store',
    title_ko: '매장 이용 설문',
    intro: 'Chỉ mất một phút. Câu trả lời của bạn giúp cửa hàng phục vụ tốt hơn.',
    intro_en: 'It takes a minute. Your answers help the store to serve you better.',
    intro_ko: '1분이면 됩니다. 응답은 매장 서비스 개선에 쓰입니다.',
    thanks: 'Cảm ơn bạn đã góp ý.',
    thanks_en: 'Thank you for telling us.',
    thanks_ko: '소중한 의견 감사합니다.',
    stage: 'open',
    low_below: 40,
    sent_after: ['complaint', 'delivery'],
  },
  { title: 'Khảo sát giỏ quà Tết', title_en: 'Tết gift baskets', title_ko: '설 선물 세트 설문', stage: 'closed' },
  {
    title: 'Khảo sát quầy thức ăn chế biến sẵn',
    title_en: 'Ready meals',
    title_ko: '즉석 식품 코너 설문',
    stage: 'draft',
  },
]

interface DemoQuestion {
  id: number
  survey: number
  position: number
  kind: QuestionKind
  text: Words
  options: Option[]
  is_required: boolean
  is_retired: boolean
  replaced_by: number | null
}
const asked = (
  id: number,
  kind: QuestionKind,
  vi: string,
  en: string,
  ko: string,
  options: Option[] = [],
): DemoQuestion => ({
  ...{ id, survey: 1, position: id - 1, kind, text: { vi, en, ko }, options },
  ...{ is_required: id < 6, is_retired: false, replaced_by: null },
})
const option = (key: string, vi: string, en: string, ko: string): Option => ({ key, vi, en, ko })

export const QUESTIONS: DemoQuestion[] = [
  asked(
    1,
    'rating',
    'Hàng tươi sống có tươi không?',
    'How fresh was the fresh food?',
    '신선 식품은 얼마나 신선했나요?',
  ),
  asked(
    2,
    'rating',
    'Thời gian chờ ở quầy thu ngân thế nào?',
    'How was the wait at the till?',
    '계산대 대기 시간은 어땠나요?',
  ),
  asked(3, 'rating', 'Nhân viên phục vụ thế nào?', 'How did our staff serve you?', '직원 응대는 어땠나요?'),
  asked(
    4,
    'yes-no',
    'Bạn có tìm thấy mọi thứ cần mua không?',
    'Did you find everything you needed?',
    '필요한 것을 모두 찾으셨나요?',
  ),
  asked(
    5,
    'recommendation',
    'Bạn có giới thiệu cửa hàng cho người thân không?',
    'Would you recommend us to friends and family?',
    '지인에게 저희 매장을 추천하시겠어요?',
  ),
  asked(6, 'choice', 'Bạn mua sắm ở đây bao lâu một lần?', 'How often do you shop here?', '얼마나 자주 이용하시나요?', [
    option('first', 'Lần đầu', 'The first time', '처음'),
    option('monthly', 'Mỗi tháng', 'Every month', '매달'),
    option('weekly', 'Mỗi tuần', 'Every week', '매주'),
    option('often', 'Nhiều lần một tuần', 'Several times a week', '일주일에 여러 번'),
  ]),
  asked(7, 'choices', 'Vì sao bạn chọn chúng tôi?', 'Why do you choose us?', '저희 매장을 선택하는 이유는?', [
    option('fresh', 'Hàng tươi', 'Fresh goods', '신선한 상품'),
    option('price', 'Giá tốt', 'Good prices', '좋은 가격'),
    option('near', 'Gần nhà', 'Near home', '집에서 가까움'),
    option('range', 'Nhiều lựa chọn', 'A wide choice', '다양한 상품'),
    option('staff', 'Nhân viên thân thiện', 'Friendly staff', '친절한 직원'),
  ]),
  asked(8, 'long', 'Bạn muốn nói thêm điều gì?', 'Anything else you would like to say?', '더 하고 싶은 말씀이 있나요?'),
  {
    ...asked(9, 'rating', 'Thanh toán có nhanh không?', 'Was paying quick?', '계산은 빨랐나요?'),
    position: 1,
    is_retired: true,
    replaced_by: 2,
  },
]

type Texts = Record<'vi' | 'en' | 'ko', readonly string[]>
export const GOOD: Texts = {
  vi: [
    'Nhân viên nhiệt tình, cửa hàng sạch sẽ.',
    'Rau củ tươi ngon, giá cả hợp lý.',
    'Thu ngân vui vẻ, thanh toán nhanh chóng.',
    'Trái cây tươi, nhiều lựa chọn, sẽ quay lại.',
    'Siêu thị gần nhà, nhân viên thân thiện, rất hài lòng.',
    'Hải sản tươi ngon, chị bán hàng tư vấn chu đáo.',
    'Bãi xe rộng, bảo vệ lịch sự.',
    'Khuyến mãi cuối tuần hấp dẫn, tích điểm tiện lợi.',
    'Bánh mì nóng giòn, con tôi rất thích.',
    'Không gian thoáng mát, hàng hóa gọn gàng.',
    'Giao hàng đúng hẹn, đóng gói cẩn thận.',
    'nhan vien de thuong, gia ca hop ly',
  ],
  en: [
    'Friendly staff and very fresh vegetables.',
    'Great range of products, clean store.',
    'Quick checkout, fair prices.',
    'Fresh fruit and friendly staff, will come back.',
  ],
  ko: [
    '직원이 친절하고 매장이 깨끗해요.',
    '채소가 신선하고 가격이 좋아요.',
    '한국 식품이 많아서 좋아요. 직원도 친절합니다.',
  ],
}
export const FINE: Texts = {
  vi: [
    'Giờ cao điểm xếp hàng hơi lâu, còn lại ổn.',
    'Rau củ tươi nhưng trái cây hơi đắt.',
    'Nên mở thêm quầy thu ngân buổi tối.',
    'Bảng giá vài chỗ chưa rõ.',
    'Chất lượng tốt, bãi xe hơi chật.',
    'Nhân viên ổn, hàng khuyến mãi hay hết sớm.',
    'Mong có thêm chỗ gửi đồ.',
    'Kệ hàng sữa tươi hay trống vào buổi tối.',
  ],
  en: [
    'Good products, but the queue is long in the evening.',
    'Prices on the shelf are hard to read.',
    'Parking is a bit narrow.',
  ],
  ko: ['저녁에는 계산대 줄이 길어요.', '가격표가 잘 안 보여요.', '주차장이 조금 좁아요.'],
}
export const BAD: Texts = {
  vi: [
    'Chờ lâu ở quầy thu ngân, chỉ mở một quầy.',
    'Xếp hàng hai mươi phút, nhân viên nói chuyện riêng.',
    'Rau củ héo, thịt heo có mùi.',
    'Thái độ nhân viên không tốt, hỏi không trả lời.',
    'Giá trên kệ khác giá ở quầy thu ngân, phải đổi trả mất công.',
    'Hải sản không tươi, tôi rất thất vọng.',
    'Nhà vệ sinh bẩn, không có giấy.',
    'Hàng khuyến mãi hết hàng từ sáng sớm.',
    'Bảo vệ giữ xe khó chịu.',
    'Chờ lâu quá, thu ngân tính sai hóa đơn.',
    'Sản phẩm hết hạn vẫn để trên kệ hàng.',
    'cho lau o quay thu ngan, nhan vien kho chiu',
    'Máy lạnh hỏng, nóng và đông khách.',
  ],
  en: [
    'The queue was far too long, only one till was open.',
    'Vegetables were not fresh and the staff ignored me.',
    'Wrong price at the till.',
  ],
  ko: ['계산대 줄이 너무 길고 직원이 불친절해요.', '채소가 시들었어요.', '가격표와 계산 금액이 달라요.'],
}
