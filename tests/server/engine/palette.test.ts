import { beforeAll, describe, expect, test } from 'vitest'
import { startChain, type Ticket } from '../../setup/chain.ts'

const chain = await startChain()
const admin = await chain.person()
const [here, there] = chain.stores
const manager = await chain.person({ role: 'Store manager', store: here })
const service = await chain.person({ role: 'Customer service' })
let mine: Ticket
let theirs: Ticket

beforeAll(async () => {
  mine = await chain.ticket(admin, { title: 'Sữa chua hỏng', store: here })
  theirs = await chain.ticket(admin, { title: 'Bánh mì cứng', store: there })
})

describe('What somebody opened last', () => {
  interface Opened {
    module: string
    id: number
    title: string
    hint: string | null
    status: string | null
    store: string | null
    customer: string | null
    link: string
  }
  const opened = (records: readonly string[], by = admin) =>
    chain.call<{ items: Opened[]; fields?: Record<string, string> }>(
      'GET',
      `search/opened?${records.map((one) => `record=${encodeURIComponent(one)}`).join('&')}`,
      { by },
    )

  test('is told in its order, as it stands now, across registers', async () => {
    const asked = [`stores:${there}`, `complaints:${mine.id}`, `users:${service.id}`]
    const { items } = (await opened(asked)).data
    expect(items.map(({ module, id }) => `${module}:${id}`)).toEqual(asked)
    expect(items[1]).toMatchObject({
      ...{ title: 'Sữa chua hỏng', hint: mine.issue_number, status: 'new', store: 'Siêu thị Cầu Giấy' },
      ...{ link: `/complaints/view/${mine.id}` },
    })
    expect(items[0]).toMatchObject({ title: 'Siêu thị Long Biên', hint: 'S02' })
  })

  test('leaves out what is another store’s, what lies in the trash, and what never was', async () => {
    const gone = await chain.ticket(admin, { title: 'Sắp xóa', store: here })
    await chain.call('POST', `ticket/${gone.id}/trash`, { by: admin, body: { version: gone.version } })
    const asked = [mine, theirs, gone].map(({ id }) => `complaints:${id}`)
    const of = async (more: readonly string[], by = manager) => (await opened(more, by)).data.items.map(({ id }) => id)
    expect(await of([...asked, 'complaints:987654321', 'nothing-here:1'])).toEqual([mine.id])
    expect(await of(asked, admin)).toEqual([mine.id, theirs.id])
    // Nor a register that is none of theirs.
    expect(await of([`user-roles:1`])).toEqual([])
  })

  test.each([
    ['no number', ['complaints:x']],
    ['no register', ['12']],
    ['thirteen at once', Array.from({ length: 13 }, (_, at) => `complaints:${at + 1}`)],
  ])('is refused with %s', async (_, records) => {
    const { status, data } = await opened(records)
    expect(status).toBe(422)
    expect(Object.keys(data.fields ?? {})).toEqual(['record'])
  })

  test('is nothing where nothing is asked, and asks for a session', async () => {
    expect((await opened([])).data.items).toEqual([])
    expect((await chain.call('GET', 'search/opened?record=complaints:1')).status).toBe(401)
  })
})

describe('Lists by a few words', () => {
  interface List {
    module: string
    title: string
    link: string
  }
  const lists = async (words: string, by = admin, lang = 'en') =>
    (await chain.call<{ lists: List[] }>('GET', `assistant/lists?q=${encodeURIComponent(words)}&lang=${lang}`, { by }))
      .data.lists
  const links = async (words: string, by = admin) => (await lists(words, by)).map(({ link }) => link)

  test.each(['overdue s01', 'S01 overdue', 'quá hạn s01', 'tre han S01', 'qua han cau giay', '기한 초과 S01'])(
    '“%s” is the list of what is overdue at that store',
    async (words) => {
      expect(await links(words)).toContain(`/complaints/overdue?store=${here}`)
    },
  )

  test('are of whatever register knows the words, not of complaints alone', async () => {
    const modules = (await lists('s01 waiting')).map(({ module }) => module)
    expect(new Set(modules).size).toBeGreaterThan(1)
    expect((await lists('refunds S02'))[0]?.link).toContain(`/goods-refund?store=${there}`)
  })

  test('are narrowed by department, person, type and priority as well', async () => {
    expect(await links(`overdue ${service.name}`)).toContain(`/complaints/overdue?assignee=${service.id}`)
    expect(await links('high priority s01')).toContain(`/complaints?priority=high&store=${here}`)
  })

  test('say themselves in the language of the screen', async () => {
    const [english] = await lists('overdue s01')
    expect(english?.title).toBe('Complaints: Overdue · S01 Siêu thị Cầu Giấy')
    const [vietnamese] = await lists('overdue s01', admin, 'vi')
    expect(vietnamese?.title).toContain('Quá hạn')
  })

  test('offer nothing that is not theirs, and nothing where a word is not understood', async () => {
    expect(await links('overdue s02', manager)).toEqual([])
    expect(await links('overdue s01', manager)).toContain(`/complaints/overdue?store=${here}`)
    expect(await links('overdue blorfsnig')).toEqual([])
    expect(await links('')).toEqual([])
  })
})

describe('What is found by words', () => {
  interface Group {
    module: string
    items: { id: number; title: string; customer: string | null }[]
  }
  const found = async (words: string) =>
    (await chain.call<{ groups: Group[] }>('GET', `search?q=${encodeURIComponent(words)}`, { by: admin })).data.groups
  const complaints = async (words: string) =>
    (await found(words)).find(({ module }) => module === 'complaints')?.items.map(({ title }) => title) ?? []

  beforeAll(async () => {
    const oldFirst: Record<string, string>[] = [
      { title: 'Chị khách quen gọi lại', customer_name: 'Trần Thị Lan' },
      { title: 'Gửi chị Lan quầy bánh' },
      { title: 'Chưa trả tiền thừa', content: 'Thu ngân tên Lan chưa trả.' },
      { title: 'Giao chậm lần này nữa' },
      { title: 'Lang thang tìm quầy' },
      { title: 'Nơi đỗ xe', content: 'Đông người ở Long Biên, bãi xe thiếu chỗ.' },
      ...Array.from({ length: 6 }, () => ({
        title: 'Không ai lắng nghe',
        content: 'Biến mất ở quầy lồng đèn, xe lăn kẹt.',
      })),
      { title: 'Long não và biên nhận' },
    ]
    for (const more of oldFirst) await chain.ticket(admin, { store: here, ...more })
  })

  test('stands whole before begun, as typed before without its diacritics, in names before in what is told; then the newest', async () => {
    const titles = await complaints('lan')
    expect(new Set(titles.slice(0, 2))).toEqual(new Set(['Chị khách quen gọi lại', 'Gửi chị Lan quầy bánh']))
    expect(titles.slice(2, 3)).toEqual(['Chưa trả tiền thừa'])
    expect((await complaints('lần'))[0]).toBe('Giao chậm lần này nữa')
    expect((await complaints('lang'))[0]).toBe('Lang thang tìm quầy')
    expect((await complaints('long bien')).slice(0, 1)).toEqual(['Nơi đỗ xe'])
  })

  test('leads to the register whose record is called so', async () => {
    for (const words of ['long biên', 'Long Biên', 'long bien']) {
      const [first, ...others] = await found(words)
      expect([first?.module, first?.items[0]?.title]).toEqual(['stores', 'Siêu thị Long Biên'])
      expect(others.map(({ module }) => module)).toContain('complaints')
    }
    // A customer called so counts as well: registers that know one stay in their order.
    expect((await found('lan'))[0]?.module).toBe('complaints')
  })

  test('takes signs as signs', async () => {
    for (const words of ['(lan', 'lan.*', '100%', 'a\\', '[[', 'lan)('])
      expect(await found(words)).toBeInstanceOf(Array)
  })
})
