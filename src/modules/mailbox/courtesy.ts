import type { Language } from '../../shared/language.ts'

/** What a mail that goes out by itself is made of. */
export interface About {
  name: string
  number: string
  title: string
  /** The chain as it signs. */
  chain: string
  /** The private link, where the house knows its own address. */
  link: string | null
}

interface CourtesyMail {
  subject: string
  paragraphs: (string | null)[]
}

type CourtesyMails = Record<Language, (about: About) => CourtesyMail>

/** To a customer whose complaint has come in. */
export const RECEIPT: CourtesyMails = {
  vi: ({ name, number, title, chain, link }) => ({
    subject: `Chúng tôi đã nhận được phản ánh của quý khách`,
    paragraphs: [
      `Kính gửi ${name},`,
      `Cảm ơn quý khách đã phản ánh với ${chain}. Chúng tôi đã ghi nhận “${title}” với mã số ${number} và sẽ phản hồi trong thời gian sớm nhất.`,
      link && `Quý khách có thể theo dõi và bổ sung thông tin tại: ${link}`,
      'Nếu cần bổ sung, quý khách chỉ cần trả lời thư này.',
      `Trân trọng,\n${chain}`,
    ],
  }),
  en: ({ name, number, title, chain, link }) => ({
    subject: 'We have received your feedback',
    paragraphs: [
      `Dear ${name},`,
      `Thank you for writing to ${chain}. We have noted “${title}” under the number ${number} and will come back to you as soon as we can.`,
      link && `You can follow it and add to it here: ${link}`,
      'If there is anything to add, simply answer this mail.',
      `Kind regards,\n${chain}`,
    ],
  }),
  ko: ({ name, number, title, chain, link }) => ({
    subject: '고객님의 의견이 접수되었습니다',
    paragraphs: [
      `${name} 고객님께,`,
      `${chain}에 의견을 보내 주셔서 감사합니다. “${title}” 건은 접수 번호 ${number}로 등록되었으며, 최대한 빨리 답변드리겠습니다.`,
      link && `진행 상황 확인과 추가 의견은 여기에서 하실 수 있습니다: ${link}`,
      '추가하실 내용이 있으면 이 메일에 답장해 주십시오.',
      `감사합니다.\n${chain} 드림`,
    ],
  }),
}

/** To a customer whose complaint is completed. */
export const COMPLETION: CourtesyMails = {
  vi: ({ name, number, title, chain, link }) => ({
    subject: 'Phản ánh của quý khách đã được xử lý',
    paragraphs: [
      `Kính gửi ${name},`,
      `Phản ánh “${title}”, mã số ${number}, đã được ${chain} xử lý xong.`,
      link && `Mời quý khách xem kết quả và đánh giá cách xử lý tại: ${link}`,
      'Nếu quý khách chưa hài lòng, xin trả lời thư này để chúng tôi xem xét lại.',
      `Trân trọng cảm ơn,\n${chain}`,
    ],
  }),
  en: ({ name, number, title, chain, link }) => ({
    subject: 'Your feedback has been dealt with',
    paragraphs: [
      `Dear ${name},`,
      `${chain} has dealt with “${title}”, number ${number}.`,
      link && `Please see the outcome and tell us how we did: ${link}`,
      'If you are not satisfied, please answer this mail and we will look into it again.',
      `With our thanks,\n${chain}`,
    ],
  }),
  ko: ({ name, number, title, chain, link }) => ({
    subject: '고객님의 의견이 처리되었습니다',
    paragraphs: [
      `${name} 고객님께,`,
      `접수 번호 ${number}, “${title}” 건의 처리가 완료되었습니다.`,
      link && `결과 확인과 평가는 여기에서 하실 수 있습니다: ${link}`,
      '만족스럽지 않으시면 이 메일에 답장해 주십시오. 다시 살펴보겠습니다.',
      `감사합니다.\n${chain} 드림`,
    ],
  }),
}

/** As plain words. */
export const wordsOf = ({ paragraphs }: CourtesyMail): string => paragraphs.filter((one) => one !== null).join('\n\n')
