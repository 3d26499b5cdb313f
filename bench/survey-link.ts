import { send } from './http.ts'

const QUESTIONS = [
  { kind: 'rating', text: { vi: 'Quý khách hài lòng với lần mua sắm này không?' }, is_required: true },
  {
    kind: 'choices',
    text: { vi: 'Điều gì cần tốt hơn?' },
    options: ['Giá', 'Thái độ', 'Hàng hóa'].map((vi, at) => ({ key: `o${at}`, vi })),
  },
  { kind: 'recommendation', text: { vi: 'Quý khách có giới thiệu cho bạn bè không?' } },
  { kind: 'long', text: { vi: 'Xin cho chúng tôi biết thêm' } },
]

/** Where a survey that was just opened is answered: the address that the poster of its first store holds. */
export async function surveyPath(url: string, token: string): Promise<string> {
  const ask = (method: 'POST' | 'PUT', path: string, body: object = {}) =>
    send(url, token, { method, path: `/api/survey${path}`, body })
  const { id, version } = await ask('POST', '', { title: 'Khảo sát mua sắm' })
  await ask('PUT', `/${id}/questions`, { version, questions: QUESTIONS })
  await ask('POST', `/${id}/open`)
  const { links } = await ask('POST', `/${id}/links`)
  const found = (links as { store: object | null; token: string }[]).find(({ store }) => store !== null) // as the route tells
  return `/survey/${found?.token}`
}
