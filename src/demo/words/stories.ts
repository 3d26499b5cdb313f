import { AROUND_STORIES } from './stories-around.ts'
import { GOODS_STORIES } from './stories-goods.ts'
import { SERVICE_STORIES } from './stories-service.ts'
import type { Story } from './story.ts'

/** By ticket type. */
export const STORIES: Record<string, readonly Story[]> = { ...GOODS_STORIES, ...SERVICE_STORIES, ...AROUND_STORIES }

/** Ways to begin and to end, as people write to a shop. */
export const OPENINGS = [
  '',
  '',
  '',
  '',
  'Chào siêu thị, ',
  'Kính gửi ban quản lý, ',
  'Xin chào An Nhiên, ',
  'Em chào anh chị, ',
  'Gửi bộ phận chăm sóc khách hàng, ',
]
export const CROSS_OPENINGS = [...OPENINGS, 'Tôi muốn phản ánh: ', 'Mình góp ý một chút: ', 'Tôi không hài lòng: ']
export const CLOSINGS = [
  'Cảm ơn siêu thị đã lắng nghe.',
  'Xin cảm ơn.',
  'Chúc siêu thị ngày càng phát triển.',
  '',
  '',
  '',
  '',
]
export const CROSS_CLOSINGS = [
  ...CLOSINGS.slice(0, 2),
  'Mong siêu thị kiểm tra và phản hồi sớm.',
  'Đề nghị siêu thị xem xét và trả lời tôi.',
  'Tôi là khách quen nhiều năm nên rất thất vọng.',
  'Mong bên mình rút kinh nghiệm để khách hàng yên tâm mua sắm.',
  'Rất mong nhận được phản hồi qua điện thoại.',
  'Tôi cần một lời giải thích rõ ràng.',
  'Nếu không được giải quyết tôi sẽ không quay lại nữa.',
  'Góp ý để siêu thị ngày càng tốt hơn.',
  'Tôi có giữ hình ảnh, siêu thị cần thì tôi gửi.',
  'Nhờ siêu thị liên hệ lại giúp {sau 17 giờ|trong giờ hành chính|vào buổi tối|bất cứ lúc nào}.',
  'Đây là lần thứ {hai|ba} tôi gặp chuyện này rồi.',
  ...CLOSINGS.slice(3),
]
/** Types in which nobody is cross. */
export const FRIENDLY = ['Khen ngợi', 'Khác']
