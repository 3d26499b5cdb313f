import type { Language } from '../../shared/language.ts'

/** What a mail that goes out by itself is made of. */
export interface About {
  name: string
  number: string
  title: string
  /** The chain as it signs. */
  chain: string
  /** By when they hear from which store, and its number to call; null where nobody can say. */
  promise?: Promised | null
  /** The private link, where the house knows its own address. */
  link: string | null
  /** What the customer is answered, as written; null where they have it by mail already. */
  answer?: string | null
  /** A survey of their own, where one is sent after this. */
  survey?: string | null
}

export interface Promised {
  what: 'reply' | 'answer'
  /** The moment in words of the mail's language. */
  when: string
  store: string
  phone: string | null
}

interface CourtesyMail {
  subject: string
  paragraphs: (string | null | undefined)[]
}

type CourtesyMails = Record<Language, (about: About) => CourtesyMail>

/** To a customer whose complaint has come in. */
export const RECEIPT: CourtesyMails = {
  vi: ({ name, number, title, chain, promise, link }) => ({
    subject: `Chúng tôi đã nhận được phản ánh của quý khách`,
    paragraphs: [
      `Kính gửi ${name},`,
      `Cảm ơn quý khách đã phản ánh với ${chain}. Chúng tôi đã ghi nhận “${title}” với mã số ${number}${promise ? '' : ' và sẽ phản hồi trong thời gian sớm nhất'}.`,
      promise &&
        `${promise.store} sẽ ${promise.what === 'reply' ? 'liên hệ với quý khách' : 'trả lời quý khách'} trước ${promise.when}.${promise.phone ? ` Điện thoại: ${promise.phone}.` : ''}`,
      link && `Quý khách có thể theo dõi và bổ sung thông tin tại: ${link}`,
      'Nếu cần bổ sung, quý khách chỉ cần trả lời thư này.',
      `Trân trọng,\n${chain}`,
    ],
  }),
  en: ({ name, number, title, chain, promise, link }) => ({
    subject: 'We have received your feedback',
    paragraphs: [
      `Dear ${name},`,
      `Thank you for writing to ${chain}. We have noted “${title}” under the number ${number}${promise ? '' : ' and will come back to you as soon as we can'}.`,
      promise &&
        `${promise.store} will ${promise.what === 'reply' ? 'get in touch with you' : 'answer you'} by ${promise.when}.${promise.phone ? ` Phone: ${promise.phone}.` : ''}`,
      link && `You can follow it and add to it here: ${link}`,
      'If there is anything to add, simply answer this mail.',
      `Kind regards,\n${chain}`,
    ],
  }),
  ko: ({ name, number, title, chain, promise, link }) => ({
    subject: '고객님의 의견이 접수되었습니다',
    paragraphs: [
      `${name} 고객님께,`,
      `${chain}에 의견을 보내 주셔서 감사합니다. “${title}” 건은 접수 번호 ${number}로 등록되었${promise ? '습니다' : '으며, 최대한 빨리 답변드리겠습니다'}.`,
      promise &&
        `${promise.store}에서 ${promise.when}까지 ${promise.what === 'reply' ? '연락' : '답변'}드리겠습니다.${promise.phone ? ` 전화: ${promise.phone}` : ''}`,
      link && `진행 상황 확인과 추가 의견은 여기에서 하실 수 있습니다: ${link}`,
      '추가하실 내용이 있으면 이 메일에 답장해 주십시오.',
      `감사합니다.\n${chain} 드림`,
    ],
  }),
}

/** To a customer whose complaint is completed. */
export const COMPLETION: CourtesyMails = {
  vi: ({ name, number, title, chain, link, answer, survey }) => ({
    subject: 'Phản ánh của quý khách đã được xử lý',
    paragraphs: [
      `Kính gửi ${name},`,
      `Phản ánh “${title}”, mã số ${number}, đã được ${chain} xử lý xong.`,
      answer ?? null,
      link && `Mời quý khách xem kết quả và đánh giá cách xử lý tại: ${link}`,
      survey ? `Quý khách cho chúng tôi xin vài phút trả lời khảo sát tại: ${survey}` : null,
      'Nếu quý khách chưa hài lòng, xin trả lời thư này để chúng tôi xem xét lại.',
      `Trân trọng cảm ơn,\n${chain}`,
    ],
  }),
  en: ({ name, number, title, chain, link, answer, survey }) => ({
    subject: 'Your feedback has been dealt with',
    paragraphs: [
      `Dear ${name},`,
      `${chain} has dealt with “${title}”, number ${number}.`,
      answer ?? null,
      link && `Please see the outcome and tell us how we did: ${link}`,
      survey ? `May we ask you a few questions? It takes a minute: ${survey}` : null,
      'If you are not satisfied, please answer this mail and we will look into it again.',
      `With our thanks,\n${chain}`,
    ],
  }),
  ko: ({ name, number, title, chain, link, answer, survey }) => ({
    subject: '고객님의 의견이 처리되었습니다',
    paragraphs: [
      `${name} 고객님께,`,
      `접수 번호 ${number}, “${title}” 건의 처리가 완료되었습니다.`,
      answer ?? null,
      link && `결과 확인과 평가는 여기에서 하실 수 있습니다: ${link}`,
      survey ? `잠시 시간을 내어 설문에 답해 주시면 감사하겠습니다: ${survey}` : null,
      '만족스럽지 않으시면 이 메일에 답장해 주십시오. 다시 살펴보겠습니다.',
      `감사합니다.\n${chain} 드림`,
    ],
  }),
}

type Asked = Pick<About, 'name' | 'chain'> & { survey: string }

/** To a customer whose goods arrived, or whose invoice is issued, where a survey is sent after it. */
export const INVITATION: Record<Language, (after: 'delivery' | 'vat', about: Asked) => CourtesyMail> = {
  vi: (after, { name, chain, survey }) => ({
    subject: after === 'vat' ? 'Hóa đơn GTGT của quý khách đã được xuất' : 'Hàng của quý khách đã được giao',
    paragraphs: [
      `Kính gửi ${name},`,
      after === 'vat'
        ? `${chain} đã xuất hóa đơn GTGT theo yêu cầu của quý khách.`
        : `Hàng quý khách mua tại ${chain} đã được giao đến nơi.`,
      `Quý khách cho chúng tôi xin vài phút trả lời khảo sát tại: ${survey}`,
      'Nếu không muốn nhận khảo sát qua email nữa, quý khách chọn điều đó ở cuối trang trên.',
      `Trân trọng cảm ơn,\n${chain}`,
    ],
  }),
  en: (after, { name, chain, survey }) => ({
    subject: after === 'vat' ? 'Your VAT invoice is issued' : 'Your goods have arrived',
    paragraphs: [
      `Dear ${name},`,
      after === 'vat'
        ? `${chain} has issued the VAT invoice that you asked for.`
        : `What you bought at ${chain} has been delivered.`,
      `May we ask you a few questions? It takes a minute: ${survey}`,
      'If you want no more surveys by mail, say so at the end of that page.',
      `With our thanks,\n${chain}`,
    ],
  }),
  ko: (after, { name, chain, survey }) => ({
    subject: after === 'vat' ? '요청하신 세금계산서가 발행되었습니다' : '주문하신 상품이 배송되었습니다',
    paragraphs: [
      `${name} 고객님께,`,
      after === 'vat'
        ? `${chain}에서 요청하신 세금계산서를 발행했습니다.`
        : `${chain}에서 구매하신 상품이 배송되었습니다.`,
      `잠시 시간을 내어 설문에 답해 주시면 감사하겠습니다: ${survey}`,
      '이메일 설문을 더 받고 싶지 않으시면 해당 페이지 아래에서 선택해 주십시오.',
      `감사합니다.\n${chain} 드림`,
    ],
  }),
}

/** As plain words. */
export const wordsOf = ({ paragraphs }: CourtesyMail, foot = ''): string =>
  [...paragraphs, foot].filter((one) => one).join('\n\n')
