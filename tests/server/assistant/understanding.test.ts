import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Act, Reply } from '../../../src/modules/assistant/reply.ts'
import { modules } from '../../../src/modules/index.ts'
import type { Actor } from '../../../src/server/actor.ts'
import { LANGUAGES, type Language, tIn } from '../../../src/shared/language.ts'
import { mayOpen, routeAccess } from '../../../src/shared/users/permissions.ts'
import { newFolder } from '../../setup/at-the-end.ts'
import { openFresh } from '../../setup/database/database.ts'
import { demoChainIn, TIME_ZONE } from './demo-chain.ts'
import { examOf } from './exam.ts'
import { FACTS } from './facts.ts'
import { judged } from './judging.ts'

const chain = await demoChainIn((await openFresh(3)).db, newFolder('assistant'))
const { actor, ask } = chain
const admin = await actor('admin')
const exam = await examOf(chain)
const { all, truths } = exam

type Commands<T> = Record<Language, T>
const COMMANDS = parse(readFileSync(new URL('commands.yaml', import.meta.url), 'utf8')) as Record<
  'open' | 'site',
  Commands<Record<string, string[]>>
> &
  Record<'search' | 'video' | 'export' | 'create' | 'start' | 'stop' | 'help', Commands<string[]>> // as its head says

const one = async (statement: string): Promise<number> => Number((await all(`select (${statement})::int as n`))[0]?.n)

describe('written questions', () => {
  test('are at least 100 in each language, none of them twice', () => {
    for (const language of LANGUAGES) {
      const asked = exam.questions.filter((question) => question.language === language)
      expect(new Set(asked.map(({ sentence }) => sentence)).size, language).toBeGreaterThanOrEqual(100)
    }
  })

  test('are answered right, 95 of 100 in each language, and what is wrong says what was understood', async () => {
    const judging = await exam.sit(admin)
    const wrong = judging.filter(({ isRight }) => !isRight)
    const said = wrong.map(({ asked, reply }) => `${asked} → ${reply.text}`).join('\n')
    for (const language of LANGUAGES) {
      const own = judging.filter(({ question }) => question.language === language)
      expect(own.filter(({ isRight }) => isRight).length / own.length, said).toBeGreaterThanOrEqual(0.95)
    }
    expect(wrong.filter(({ reply }) => reply.figure && !reply.understood)).toEqual([])
  })

  test('are answered right 85 of 100 times where every fifth word has one wrong letter', async () => {
    const judging = await exam.sit(admin, { hasSlips: true })
    const wrong = judging.filter(({ isRight }) => !isRight).map(({ asked, reply }) => `${asked} → ${reply.text}`)
    expect(1 - wrong.length / judging.length, wrong.join('\n')).toBeGreaterThanOrEqual(0.85)
  })
})

describe('commands in ten phrasings a language', () => {
  const wrongOf = async (
    sentences: readonly string[],
    language: Language,
    isRight: (act: Act | null, reply: Reply) => boolean,
  ) => {
    const wrong: string[] = []
    for (const sentence of sentences) {
      const reply = await ask(admin, sentence, language)
      if (!isRight(reply.act, reply)) wrong.push(`${sentence} → ${JSON.stringify(reply.act)} ${reply.text}`)
    }
    return wrong
  }

  test.each(LANGUAGES.flatMap((language) => (['open', 'site'] as const).map((name) => [name, language] as const)))(
    '%s (%s)',
    async (name, language) => {
      const wanted = Object.entries(COMMANDS[name][language])
      expect(wanted.flatMap(([, sentences]) => sentences).length).toBeGreaterThanOrEqual(10)
      const wrong = wanted.map(([path, sentences]) =>
        wrongOf(
          sentences,
          language,
          (act) => act?.kind === 'open' && act.path === path && Boolean(act.external) === (name === 'site'),
        ),
      )
      expect((await Promise.all(wrong)).flat()).toEqual([])
    },
  )

  const IS_RIGHT: Record<
    Exclude<keyof typeof COMMANDS, 'open' | 'site'>,
    (act: Act | null, reply: Reply) => boolean
  > = {
    search: (act) =>
      act?.kind === 'open' && act.external === true && /^https:\/\/www\.google\.com\/search\?q=./.test(act.path),
    video: (act) =>
      act?.kind === 'open' &&
      act.external === true &&
      /^https:\/\/www\.youtube\.com\/results\?search_query=./.test(act.path),
    export: (act) => act?.kind === 'export' && act.path === 'ticket/export',
    create: (act) =>
      act?.kind === 'confirm' &&
      act.call.path === 'ticket' &&
      'phone' in act.call.body &&
      act.call.body.phone === '0912345678',
    start: (act) => act?.kind === 'start',
    stop: (act) => act?.kind === 'stop',
    help: (act, reply) => act === null && reply.needs === null && reply.suggestions.length > 2,
  }
  const NAMES = Object.keys(IS_RIGHT) as (keyof typeof IS_RIGHT)[]
  test.each(LANGUAGES.flatMap((language) => NAMES.map((name) => [name, language] as const)))(
    '%s (%s)',
    async (name, language) => {
      const sentences = COMMANDS[name][language]
      expect(sentences.length).toBeGreaterThanOrEqual(10)
      expect(await wrongOf(sentences, language, IS_RIGHT[name])).toEqual([])
    },
  )

  test('a page that several may be is asked for, and nothing is opened', async () => {
    const { act, text, suggestions } = await ask(admin, 'mở thống kê', 'vi')
    expect([act, text]).toEqual([null, 'Ý bạn là …?'])
    expect(suggestions).toContain('Mở Công việc – Thống kê')
    expect((await ask(admin, suggestions.find((one) => one.includes('Công việc')) ?? '', 'vi')).act).toEqual({
      kind: 'open',
      path: '/task-statistics',
    })
  })

  test.each([
    ['vi', 'mở báo cáo'],
    ['en', 'open reports'],
    ['ko', '보고서 열어'],
  ] as const)('the pages of a group are told apart by all that they stand below (%s)', async (language, sentence) => {
    const { act, links, suggestions } = await ask(admin, sentence, language)
    expect(act).toBeNull()
    expect(links.length).toBeGreaterThan(5)
    expect(new Set(suggestions).size).toBe(suggestions.length)
    for (const [at, suggestion] of suggestions.entries())
      expect((await ask(admin, suggestion, language)).act).toEqual({ kind: 'open', path: links[at]?.path })
  })

  test('pages of one title are not offered twice alike', async () => {
    const { suggestions } = await ask(admin, 'theo bộ phận', 'vi')
    for (const suggestion of suggestions)
      expect((await ask(admin, suggestion, 'vi')).act?.kind, suggestion).toBe('open')
    expect([suggestions.length, new Set(suggestions).size]).toEqual([2, 2])
  })

  test('a page of figures is opened for whoever may see them', async () => {
    for (const [login, may] of [
      ['staff01', false],
      ['reception01', false],
      ['service', true],
    ] as const) {
      const { act } = await ask(await actor(login), 'mở thống kê công việc', 'vi')
      expect(act, login).toEqual(may ? { kind: 'open', path: '/task-statistics' } : null)
    }
  })

  test('an export is narrowed as it was said', async () => {
    const { act } = await ask(admin, 'xuất khiếu nại quá hạn của Hà Đông', 'vi')
    expect(act).toEqual({ kind: 'export', path: expect.stringMatching(/^ticket\/export\?status=overdue&store=\d+$/) })
  })
})

describe('a complaint of a sentence', () => {
  const made = () => one('select count(*) from complaints')

  test('is read back with what was said of it, and nothing is written', async () => {
    const count = await made()
    const { act } = await ask(
      admin,
      'Tạo khiếu nại: khách Trần Thu Hà nói nhân viên thái độ khó chịu ở Long Biên, số 0912 345 678',
      'vi',
    )
    const fields =
      act?.kind === 'confirm' ? Object.fromEntries(act.fields.map(({ label, value }) => [label, value])) : {}
    expect(fields).toMatchObject({
      'Cửa hàng': 'S03 An Nhiên Long Biên',
      'Loại góp ý': 'Thái độ phục vụ',
      'Tên khách hàng': 'Trần Thu Hà',
      'Số điện thoại': '0912345678',
    })
    expect(await made()).toBe(count)
  })

  test('of which something is missing is asked for it, and goes on with the next sentence', async () => {
    const first = await ask(admin, 'tạo khiếu nại: sữa chua bị mốc', 'vi')
    expect([first.act, first.text]).toEqual([null, 'Còn thiếu: Số điện thoại'])
    const second = await ask(admin, 'số 0987654321 nhé', 'vi', first.context)
    expect(second.act).toMatchObject({
      kind: 'confirm',
      call: { body: { phone: '0987654321', title: 'Sữa chua bị mốc' } },
    })
  })

  test.each([
    ['vi', 'tạo khiếu nại: khách Minh 0911222333 chê nhân viên thái độ ở Hà Đông'],
    ['vi', 'tạo khiếu nại tại Hà Đông: thịt hỏng'],
    ['en', 'create complaint: customer Minh 0911222333 says staff were rude in Ha Dong'],
  ] as const)('in a store of others is none for their own (%s: %s)', async (language, sentence) => {
    const { act, text, context } = await ask(await actor('manager01'), sentence, language)
    expect([act, context]).toEqual([null, null])
    expect(text).toContain(language === 'vi' ? 'không có quyền xem “Hà Đông”' : '“Ha Dong” is not yours to see')
  })

  test('that names no store is one of their own', async () => {
    const { act } = await ask(
      await actor('manager01'),
      'tạo khiếu nại: khách Minh 0911222333 chê nhân viên thái độ',
      'vi',
    )
    const shown = act?.kind === 'confirm' ? act.fields.map(({ value }) => value) : []
    expect(shown).toContain('S01 An Nhiên Cầu Giấy')
  })

  const shownIn = ({ act }: Reply) =>
    act?.kind === 'confirm' ? Object.fromEntries(act.fields.map(({ label, value }) => [label, value])) : null

  test.each([
    ['vi', 'tạo khiếu nại ở cửa hàng 5: nhân viên thái độ không tốt, khách Nguyễn Văn A 0912345678'],
    ['vi', 'tạo khiếu nại: nhân viên thái độ không tốt ở siêu thị số 5, khách Nguyễn Văn A 0912345678'],
    ['en', 'create a complaint at store 5: staff were rude, customer Nguyễn Văn A 0912345678'],
    ['ko', '민원 등록: 5호점 직원이 불친절해요, 고객 김민수님 0912345678'],
  ] as const)('is in the store whose number is said (%s: %s)', async (language, sentence) => {
    for (const interfaceOf of [language, 'vi'] as const) {
      const shown = shownIn(await ask(await actor('service'), sentence, interfaceOf))
      expect(shown?.[tIn(interfaceOf, 'Store')]).toBe('S05 An Nhiên Gò Vấp')
    }
    const own = await ask(await actor('manager01'), sentence, language)
    expect([own.act, own.text.includes('5')]).toEqual([null, true])
  })

  test('whose store is not there is asked for it', async () => {
    const service = await actor('service')
    const first = await ask(service, 'tạo khiếu nại ở cửa hàng 99: nhân viên thái độ, khách Minh 0911222333', 'vi')
    expect([first.act, first.text]).toEqual([null, 'Còn thiếu: Cửa hàng'])
    const second = await ask(service, 'cửa hàng 5', 'vi', first.context)
    expect(shownIn(second)).toMatchObject({ 'Cửa hàng': 'S05 An Nhiên Gò Vấp' })
  })

  test.each([
    ['vi', 'tạo khiếu nại: khách Minh 0911222333 đến cửa hàng 3 lần đều bị nhân viên quát'],
    ['en', 'create a complaint: customer Minh 0911222333 went to the store 3 times, staff were rude'],
  ] as const)('counts no times as a store (%s)', async (language, sentence) => {
    expect(shownIn(await ask(await actor('manager01'), sentence, language))).toMatchObject({
      [tIn(language, 'Store')]: 'S01 An Nhiên Cầu Giấy',
    })
  })

  test.each([
    ['불만 등록 S05 고기가 상했어요 고객 김민수님 0912345678', '김민수', 'S05 고기가 상했어요'],
    ['불만 등록 S05 고기가 상했어요 고객 김민수 0912345678', '김민수', 'S05 고기가 상했어요'],
    ['불만 등록 S05 고객명: 김민수, 고기가 상했어요 0912345678', '김민수', 'S05, 고기가 상했어요'],
    ['불만 등록 S05 김민수 고객님 고기가 상했어요 0912345678', '김민수', 'S05 고기가 상했어요'],
    ['불만 등록 S05 고기가 상했어요 김민수 씨 0912345678', '김민수', 'S05 고기가 상했어요'],
    ['불만 등록 S05 고기가 상했어요 고객님이 화났어요 0912345678', '고객', 'S05 고기가 상했어요 고객님이 화났어요'],
    ['불만 등록 S05 고객 응대가 불친절해요 0912345678', '고객', 'S05 고객 응대가 불친절해요'],
  ])('of Korean words calls the customer by name and loses nothing: %s', async (sentence, name, content) => {
    expect(shownIn(await ask(await actor('service'), sentence, 'ko'))).toMatchObject({
      [tIn('ko', 'Customer name')]: name,
      [tIn('ko', 'Content')]: content,
    })
  })

  test('is nothing for who may make none', async () => {
    const marketing = await actor('marketing')
    const may = marketing.permissions.complaints?.add === true
    const { act } = await ask(marketing, 'tạo khiếu nại: sữa hết hạn, số 0912345678', 'vi')
    expect(act === null).toBe(!may)
  })
})

describe('a conversation', () => {
  test('goes on with another period, held against the one before, and with another store', async () => {
    const first = await ask(admin, 'Tuần này có bao nhiêu khiếu nại?', 'vi')
    const second = await ask(admin, 'Còn tuần trước?', 'vi', first.context)
    const week = await one('select count(*) from c, q where day between w - 7 and w - 1')
    expect(second.text).toMatch(new RegExp(`: ${week.toLocaleString('vi-VN')}\\.`))
    expect(second.text).toMatch(/(Nhiều hơn|Ít hơn|Bằng)/)
    const third = await ask(admin, 'Hà Đông thì sao?', 'vi', second.context)
    const there = await one(
      `select count(*) from c, q where day between w - 7 and w - 1 and store = (select id from s where code = 'S02')`,
    )
    expect(third.text).toContain(`: ${there.toLocaleString('vi-VN')}`)
    expect(third.understood).toContain('S02 An Nhiên Hà Đông')
  })

  test('of English and Korean alike', async () => {
    const first = await ask(admin, 'how many complaints this month', 'en')
    const second = await ask(admin, 'and last month?', 'en', first.context)
    expect(judged(FACTS.last_month, truths.get('last_month') ?? [], second)).toBe(true)
    const third = await ask(admin, 'only Ha Dong', 'en', second.context)
    expect(judged(FACTS.last_month_hadong, truths.get('last_month_hadong') ?? [], third)).toBe(true)
    const korean = await ask(admin, '지난주는?', 'ko', first.context)
    expect(judged(FACTS.last_week, truths.get('last_week') ?? [], korean)).toBe(true)
  })

  test.each([
    ['vi', 'khiếu nại tháng trước', ['theo cửa hàng', 'theo người', 'theo bộ phận'], 'Tháng trước'],
    ['en', 'how many complaints last month', ['by store', 'by person', 'by department'], 'Last month'],
    ['ko', '지난달 불만 몇 건', ['매장별로', '담당자별로 보여줘', '부서별로'], '지난달'],
  ] as const)(
    'is told by a field before a page is opened that is called so (%s)',
    async (language, asked, by, period) => {
      const { context } = await ask(admin, asked, language)
      const month = Number(truths.get('last_month')?.[0]?.n)
      for (const [at, field] of ['store', 'assignee', 'department'].entries()) {
        const { act, understood, links } = await ask(admin, by[at] ?? '', language, context)
        expect([act, understood], by[at]).toEqual([null, expect.stringContaining(period)])
        expect(links[1]?.path, by[at]).toMatch(new RegExp(`[?&]${field}=`))
      }
      const all = await ask(admin, by[0], language, context)
      const told = all.figure?.rows.reduce((sum, { value }) => sum + (value ?? 0), 0) ?? 0
      expect([told > 0, told <= month]).toEqual([true, true])
    },
  )

  test.each([
    ['vi', 'khiếu nại tháng này', 'chỉ quá hạn'],
    ['en', 'how many complaints this month', 'only overdue ones'],
    ['ko', '이번 달 불만 몇 건', '기한 초과만'],
  ] as const)('keeps its period where it is narrowed (%s)', async (language, asked, only) => {
    const { context } = await ask(admin, asked, language)
    const overdue = await one(`select count(*) from c, q where day >= m and status = 'overdue'`)
    expect((await ask(admin, only, language, context)).text).toContain(`: ${overdue}.`)
  })

  const LAST_MONTH = "between (m - interval '1 month')::date and m - 1"
  test.each([
    ['en', 'failed orders this month', 'and last month?', `o, q where failed_day ${LAST_MONTH}`],
    ['ko', '이번 달 실패한 주문', '지난달은?', `o, q where failed_day ${LAST_MONTH}`],
    ['vi', 'khiếu nại hoàn thành hôm nay', 'hôm qua thì sao', 'c, q where done_day = d - 1'],
    ['en', 'tasks done today', 'and yesterday?', 't, q where done_day = d - 1'],
    ['en', 'failed orders this month', 'and of all time?', `o where status = 'failed'`],
    ['en', 'failed orders this month', 'and delivered ones last month?', `o, q where delivered_day ${LAST_MONTH}`],
    [
      'en',
      'completed complaints this month',
      'and overdue ones last month?',
      `c, q where status = 'overdue' and day ${LAST_MONTH}`,
    ],
    ['en', 'how many failed orders', 'and last month?', `o, q where failed_day ${LAST_MONTH}`],
    [
      'en',
      'promotions ending this week',
      'and last week?',
      'product_promotions, q where deleted_at is null and ends_on between w - 7 and w - 1',
    ],
  ] as const)('keeps the step that its period dates (%s: %s, %s)', async (language, asked, then, right) => {
    const { context } = await ask(admin, asked, language)
    const n = await one(`select count(*) from ${right}`)
    expect((await ask(admin, then, language, context)).text).toMatch(
      new RegExp(`: ${n.toLocaleString(language === 'vi' ? 'vi-VN' : 'en-US')}\\.`),
    )
  })

  test('holds what a step is dated by against nothing else', async () => {
    const failed = await one('select count(*) from o, q where failed_day between m and d')
    const steps = await ask(admin, 'failed orders this month', 'en')
    expect((await ask(admin, 'and last month?', 'en', steps.context)).text).toMatch(
      new RegExp(`This month \\([^)]+\\): ${failed}\\b`),
    )
    const all = await ask(admin, 'orders this month', 'en')
    expect((await ask(admin, 'and failed ones last month?', 'en', all.context)).text).not.toMatch(/than|As many/)
  })

  test('about orders is told by store as well, and by whom who is asked', async () => {
    const orders = await ask(admin, 'how many orders today', 'en')
    expect((await ask(admin, 'by store', 'en', orders.context)).understood).toMatch(/^Orders · Today .+ · By Store$/)
    for (const [language, asked, who] of [
      ['vi', 'bao nhiêu nhiệm vụ trễ hạn', 'của ai'],
      ['ko', '기한이 지난 업무는 몇 개', '누구 거야'],
    ] as const) {
      const { context } = await ask(admin, asked, language)
      expect((await ask(admin, who, language, context)).links[1]?.path).toContain('in_charge=')
    }
  })

  test.each([
    ['en', 'how many orders today', 'by supplier', 'supplier'],
    ['vi', 'hôm nay có bao nhiêu đơn hàng', 'theo nhà cung cấp', 'nhà cung cấp'],
    ['ko', '오늘 주문 몇 건', '협력업체별로', '협력업체'],
  ] as const)('is not told by what its records do not point at (%s)', async (language, asked, by, said) => {
    const { context } = await ask(admin, asked, language)
    const { text, figure } = await ask(admin, by, language, context)
    expect([text, figure]).toEqual([expect.stringMatching(new RegExp(`: ${said}\n`)), null])
    const whole = await ask(admin, `${asked} ${by}`, language)
    expect(whole.understood).toBe((await ask(admin, asked, language)).understood)
    expect(whole.text).toContain(said)
  })

  test('does not say the same again to what was not understood', async () => {
    const { context } = await ask(admin, 'đơn giao thất bại tuần này', 'vi')
    const { text, figure } = await ask(admin, 'vì lý do gì', 'vi', context)
    expect([text, figure]).toEqual(['Chưa hiểu: vì, lý do', null])
  })

  test('with a context that is none is a new one', async () => {
    for (const context of ['', '{', '[]', '{"question":{"module":"nothing"}}', '{"draft":7}', 'x'.repeat(4000)])
      expect((await ask(admin, 'hôm nay có bao nhiêu khiếu nại', 'vi', context)).understood).toContain('Khiếu nại')
  })
})

const [lastMonth] = await all(
  `select to_char(m - interval '1 month', 'YYYY-MM-DD') as day, to_char(m - interval '1 month', 'FMMonth') as name from q`,
)

describe('days in a row', () => {
  const [year = 0, month = 1] = String(lastMonth?.day).split('-').map(Number)
  const name = String(lastMonth?.name)
  const between = (from: string, to: string) => one(`select count(*) from c, q where day between ${from} and ${to}`)
  const at = (date: number) => `'${year}-${month}-${date}'::date`

  test.each([
    ['vi', `khiếu nại từ 1/${month} đến 10/${month}`],
    ['vi', `khiếu nại từ ngày 1 đến ngày 10 tháng ${month}`],
    ['vi', `khiếu nại từ 1 đến 10 tháng ${month}`],
    ['vi', `khiếu nại 1/${month} - 10/${month}`],
    ['vi', `có mấy khiếu nại từ 1-10/${month}`],
    ['en', `complaints from 1 ${name} to 10 ${name}`],
    ['en', `complaints between 1/${month} and 10/${month}`],
    ['en', `complaints between 1 and 10 ${name}`],
    ['ko', `${month}월 1일부터 10일까지 불만`],
    ['ko', `${month}월 1일부터 ${month}월 10일까지 불만`],
    ['ko', `${month}월 1일~10일 불만`],
    ['vi', `khiếu nại từ ngày 1 đến ngày 10 tháng ${month} năm ${year}`],
    ['en', `complaints from the 1st to the 10th of ${name}`],
    ['en', `complaints from 1 ${name} to 10 ${name} ${year}`],
    ['ko', `${year}년 ${month}월 1일부터 10일까지 불만`],
  ] as const)('end where it is said (%s: %s)', async (language, sentence) => {
    const { text } = await ask(admin, sentence, language)
    expect(text).toMatch(new RegExp(`: ${(await between(at(1), at(10))).toLocaleString(language)}\\.`))
  })

  test.each([
    ['vi', `khiếu nại ngày 10 tháng ${month} năm ${year - 1}`],
    ['en', `complaints on 10 ${name} ${year - 1}`],
    ['ko', `${year - 1}년 ${month}월 10일 불만`],
  ] as const)('of another year are of that year (%s: %s)', async (language, sentence) => {
    const day = `'${year - 1}-${month}-10'::date`
    const { text } = await ask(admin, sentence, language)
    expect(text).toContain(`: ${await between(day, day)}.`)
  })

  test.each([
    ['vi', `khiếu nại trước ngày 10/${month}`, at(9)],
    ['vi', `khiếu nại đến hết ngày 10/${month}`, at(10)],
    ['en', `complaints before 10 ${name}`, at(9)],
    ['en', `complaints until 10 ${name}`, at(10)],
    ['ko', `${month}월 10일 이전 불만`, at(9)],
    ['vi', 'khiếu nại quá 30 ngày', 'd - 31'],
    ['en', 'complaints older than 30 days', 'd - 31'],
    ['ko', '30일 넘게 된 불만', 'd - 31'],
  ] as const)('begin with the first record (%s: %s)', async (language, sentence, to) => {
    const { text } = await ask(admin, sentence, language)
    expect(text).toMatch(new RegExp(`: ${(await between("'2000-01-01'", to)).toLocaleString(language)}\\.`))
  })

  test.each([
    ['en', 'complaints since last month', "(m - interval '1 month')::date", 'd'],
    ['vi', 'khiếu nại từ tháng trước', "(m - interval '1 month')::date", 'd'],
    ['ko', '지난달부터 불만', "(m - interval '1 month')::date", 'd'],
    ['en', `complaints from 10 ${name}`, at(10), 'd'],
    ['en', `complaints after 10 ${name}`, at(11), 'd'],
    ['vi', `khiếu nại sau ngày 10/${month}`, at(11), 'd'],
    ['en', 'complaints from last month', "(m - interval '1 month')::date", 'm - 1'],
    ['en', 'complaints from yesterday', 'd - 1', 'd - 1'],
    ['vi', 'khiếu nại từ thứ hai đến thứ tư tuần trước', 'w - 7', 'w - 5'],
  ] as const)('begin where it is said (%s: %s)', async (language, sentence, from, to) => {
    const { text } = await ask(admin, sentence, language)
    expect(text).toMatch(new RegExp(`: ${(await between(from, to)).toLocaleString(language)}\\.`))
  })
})

test.each([
  ['en', 'complaints closed yesterday'],
  ['vi', 'khiếu nại đã đóng hôm qua'],
  ['ko', '어제 종결된 불만'],
] as const)('what was closed on a day is dated by its closing (%s)', async (language, sentence) => {
  const closed = await one(
    `select count(*) from complaints, q where (closed_at at time zone '${TIME_ZONE}')::date = d - 1 and deleted_at is null`,
  )
  expect(closed).toBeGreaterThan(0)
  const { text, links } = await ask(admin, sentence, language)
  expect(text).toContain(`: ${closed}.`)
  expect(links[0]?.path).toMatch(/^\/complaints\?closed_at=/)
})

test.each([
  ['en', 'completed complaints of all time'],
  ['vi', 'từ trước đến nay có bao nhiêu khiếu nại hoàn thành'],
  ['ko', '전체 기간 처리 완료 민원 몇 건'],
] as const)('of all time a state is what it is now (%s)', async (language, sentence) => {
  const completed = await one(`select count(*) from c where status = 'completed'`)
  expect((await ask(admin, sentence, language)).text).toMatch(
    new RegExp(`: ${completed.toLocaleString(language === 'vi' ? 'vi-VN' : 'en-US')}\\.`),
  )
})

describe('a word that turns the meaning round', () => {
  test.each([
    ['vi', 'khiếu nại không phải thanh toán'],
    ['vi', 'khiếu nại không quá hạn'],
    ['vi', 'khiếu nại trừ Hà Đông'],
    ['vi', 'khiếu nại trong 3 giờ qua'],
    ['vi', 'cửa hàng nào có hơn 10 khiếu nại'],
    ['vi', 'khiếu nại đã hoàn thành trễ hạn tháng trước'],
    ['vi', 'mở khiếu nại trừ Hà Đông'],
    ['vi', 'xuất khiếu nại không phải thanh toán'],
    ['en', 'complaints except Ha Dong'],
    ['en', 'complaints not about payment'],
    ['en', 'complaints in the last 3 hours'],
    ['en', 'complaints without an answer for 3 days'],
    ['en', 'stores with more than 10 complaints'],
    ['en', 'complaints completed late last month'],
    ['en', 'complaints due tomorrow'],
    ['en', 'complaints deadline tomorrow'],
    ['ko', 'Hà Đông 제외 불만'],
    ['ko', '결제가 아닌 불만'],
    ['ko', '최근 3시간 불만'],
    ['ko', '불만 처리 평균 시간'],
    ['ko', '불만 10건 이상인 매장'],
  ] as const)('and is not understood tells no number (%s: %s)', async (language, sentence) => {
    const { text, act, figure, understood } = await ask(admin, sentence, language)
    expect([act, figure, understood]).toEqual([null, null, null])
    expect(text).toMatch(/^(Chưa hiểu|Not understood|이해하지 못한 말): .+\n(Ý bạn là|Did you mean|혹시 이런)/)
  })

  test('may only ask at the end of a Vietnamese sentence', async () => {
    const { understood } = await ask(admin, 'hôm nay có khiếu nại quá hạn không', 'vi')
    expect(understood).toContain('Quá hạn')
  })

  test('stands not between two states that are told apart', async () => {
    const both = await one(`select count(*) from c where status in ('new', 'processing')`)
    for (const sentence of ['new and processing complaints', 'new, processing complaints'])
      expect((await ask(admin, sentence, 'en')).text).toContain(`: ${both}.`)
  })

  test('is no wrong letter of a phrase with a number', async () => {
    expect((await ask(admin, 'khiếu nại nhiều hơn tháng trước', 'vi')).text).toContain('Chưa hiểu: hơn')
  })

  test('of how many is no ranking', async () => {
    const { text } = await ask(admin, 'complaints 3 days ago', 'en')
    expect(text).toContain(`: ${await one('select count(*) from c, q where day = d - 3')}.`)
    const { text: ranked } = await ask(admin, 'which three stores have the most complaints last month', 'en')
    expect(ranked.split(';')).toHaveLength(3)
  })
})

describe('who', () => {
  test.each([
    ['who has the most late tasks', 'en', 'which person has the most late tasks'],
    ['ai trễ việc nhiều nhất', 'vi', 'which person has the most late tasks'],
    ['누가 늦은 업무가 가장 많아', 'ko', 'which person has the most late tasks'],
    ['who completed the most complaints last month', 'en', 'which person completed the most complaints last month'],
    ['ai xử lý nhiều khiếu nại nhất tháng trước', 'vi', 'which person has the most complaints last month'],
  ] as const)('asks for people: %s', async (sentence, language, plain) => {
    const [asked, right] = [await ask(admin, sentence, language), await ask(admin, plain, 'en')]
    expect(asked.figure?.rows.map(({ value, link }) => [value, link])).toEqual(
      right.figure?.rows.map(({ value, link }) => [value, link]),
    )
    expect(right.links.at(-1)?.path).toMatch(/(assignee|in_charge)=\d+/)
  })

  test('asks for people after a question about stores as well', async () => {
    const stores = await ask(admin, 'which store has the most late tasks', 'en')
    const people = await ask(admin, 'and who?', 'en', stores.context)
    expect(people.understood).toMatch(/By In charge$/)
  })
})

describe('a Korean verb', () => {
  test.each(['업무가 늦었나요', '업무 늦었어?', '늦은 업무 몇 건이야'])(
    'says what is late, however it ends: %s',
    async (sentence) => {
      const late = await one('select count(*) from t where late')
      expect((await ask(admin, sentence, 'ko')).text).toContain(`업무 · 지연 완료, 진행 중 지연`)
      expect((await ask(admin, sentence, 'ko')).text).toContain(`: ${late.toLocaleString('ko-KR')}.`)
    },
  )

  test('of lateness ranks the late ones', async () => {
    const [asked, right] = await Promise.all(
      ['어느 매장이 업무가 가장 많이 늦었어', '업무가 가장 많이 지연된 매장'].map((sentence) =>
        ask(admin, sentence, 'ko'),
      ),
    )
    expect(asked?.text).toBe(right?.text)
  })

  test.each(['어느 매장 민원이 가장 많이 굶었어', '민원이 몇 건 들었나요', '업무가 물었나요'])(
    'of another stem is no comparison with a slip in it: %s',
    async (sentence) => {
      expect((await ask(admin, sentence, 'ko')).text).not.toMatch(/(많습니다|적습니다|같습니다)/)
    },
  )
})

describe('a period that is not over', () => {
  // Tasks are dated by their end, which may lie ahead.
  test('is held against as much of the one before, both by their days', async () => {
    const [now, before] = [
      await one('select count(*) from t, q where day between w and d'),
      await one('select count(*) from t, q where day between w - 7 and d - 7'),
    ]
    const { figure } = await ask(admin, 'tasks this week against last week', 'en')
    expect(figure?.rows.slice(0, 2).map(({ value }) => value)).toEqual([now, before])
  })

  test.each(['tasks', 'complaints'])('is so in a conversation as well, in either order (%s)', async (what) => {
    const table = what === 'tasks' ? 't' : 'c'
    const [now, before] = [
      await one(`select count(*) from ${table}, q where day between w and d`),
      await one(`select count(*) from ${table}, q where day between w - 7 and d - 7`),
    ]
    const [difference, more, fewer] = [Math.abs(now - before), 'more than', 'fewer than']
    const says = (is: number, was: number, than: string) =>
      new RegExp(`${is === was ? 'As many as' : `${difference} ${is > was ? more : fewer}`} ${than}: ${was}( |\\.)`)
    const week = await ask(admin, `${what} this week`, 'en')
    const last = await ask(admin, 'and last week?', 'en', week.context)
    expect(last.text).toMatch(says(before, now, String.raw`This week \([^)]+\)`))
    const again = await ask(admin, 'and this week?', 'en', last.context)
    expect(again.text).toMatch(says(now, before, '[^:]+'))
  })
})

describe('a question about another period', () => {
  test.each([
    ['how many orders yesterday', 'and today?'],
    ['how many orders today', 'and yesterday?'],
    ['how many orders yesterday', 'and last week?'],
    ['how many orders this week', 'and this month?'],
  ])('of another length is not held against it: %s %s', async (asked, then) => {
    const { context } = await ask(admin, asked, 'en')
    expect((await ask(admin, then, 'en', context)).text).not.toMatch(/(more|fewer) than|As many/)
  })

  test('counts cases in Korean', async () => {
    const { context } = await ask(admin, '지난주 불만 몇 건', 'ko')
    expect((await ask(admin, '이번 주는?', 'ko', context)).text).toMatch(
      / [\d,]+건(보다 [\d,]+건 (많|적)습니다|과 같습니다)/,
    )
  })
})

describe('what is not the asker’s', () => {
  const STORES = [
    'Cầu Giấy',
    'Hà Đông',
    'Long Biên',
    'Tân Hưng',
    'Gò Vấp',
    'Thủ Đức',
    'Hải Châu',
    'Ngô Quyền',
    'Ninh Kiều',
    'Biên Hòa',
    'Nha Trang',
  ]
  const ASKED: Record<Language, readonly ((what: string) => string)[]> = {
    vi: [
      (what) => `${what} có bao nhiêu khiếu nại quá hạn`,
      (what) => `tháng này cửa hàng ${what} có mấy khiếu nại`,
      (what) => `so sánh khiếu nại ${what} tháng này với tháng trước`,
    ],
    en: [
      (what) => `how many complaints does ${what} have`,
      (what) => `list the open complaints of ${what}`,
      (what) => `share of overdue complaints in ${what}`,
    ],
    ko: [(what) => `${what} 민원 몇 건이야`, (what) => `이번 달 ${what} 기한 초과 민원`],
  }
  /** No number, row or link is told; what was typed may be said again. */
  const told = ({ text, figure, links, understood }: Reply, typed: string): string | null =>
    figure || links.length > 0 || understood || /\d/.test(text.replace(typed, '')) || text.includes('An Nhiên')
      ? `${typed} → ${text}`
      : null

  async function leaks(
    asker: Actor,
    asked: readonly [string, Language][],
    context: string | null = null,
  ): Promise<string[]> {
    const found: string[] = []
    for (const [sentence, language] of asked) {
      const leak = told(await ask(asker, sentence, language, context), sentence)
      if (leak) found.push(leak)
    }
    return found
  }

  test('other stores are neither counted nor named for who is of one', async () => {
    const asked = STORES.filter((name) => name !== 'Cầu Giấy').flatMap((name) =>
      LANGUAGES.flatMap((language) => ASKED[language].map((say): [string, Language] => [say(name), language])),
    )
    expect(asked.length).toBeGreaterThanOrEqual(80)
    expect(await leaks(await actor('manager01'), asked)).toEqual([])
  })

  test('registers that a role does not read are not told, by whichever question', async () => {
    const logins = ['manager01', 'dept01', 'service', 'marketing', 'accounting', 'reception01', 'staff01']
    const found: string[] = []
    let count = 0
    for (const login of logins) {
      const asker = await actor(login)
      const access = routeAccess(asker.permissions)
      const closed = modules.filter(
        (one) => !one.internal && one.visibility !== 'all' && asker.permissions[one.permission]?.read !== true,
      )
      const asked = closed.flatMap(({ label }): [string, Language][] => [
        [`How many ${label} are there?`, 'en'],
        [`Có bao nhiêu ${tIn('vi', label)} tháng này?`, 'vi'],
        [`${tIn('ko', label)} 목록 보여줘`, 'ko'],
      ])
      count += asked.length
      found.push(...(await leaks(asker, asked)).map((leak) => `${login}: ${leak}`))
      for (const { name, label } of closed.filter((one) => !mayOpen(access, `/${one.name}`))) {
        const { act } = await ask(asker, `mở ${tIn('vi', label)}`, 'vi')
        if (act?.kind === 'open' && act.path.split(/[/?]/)[1] === name) found.push(`${login}: ${act.path}`)
      }
    }
    expect(count).toBeGreaterThanOrEqual(120)
    expect(found).toEqual([])
  })

  test('numbers are those of the own scope alone', async () => {
    const manager = await actor('manager01')
    const own = `store = (select id from s where code = 'S01')`
    const overdue = await one(`select count(*) from c where status = 'overdue' and ${own}`)
    const { text, understood } = await ask(manager, 'how many overdue complaints are there', 'en')
    expect(text).toContain(`: ${overdue}.`)
    expect(understood).toContain('Within what you may see')
    const ranked = await ask(manager, 'which store has the most complaints last month', 'en')
    expect(ranked.figure?.rows.map(({ label }) => label)).toEqual(['S01 An Nhiên Cầu Giấy'])
    const mine = await ask(manager, 'cửa hàng tôi có bao nhiêu khiếu nại quá hạn', 'vi')
    expect(mine.text).toContain(`: ${overdue}.`)
  })

  test('a context that was tampered with opens nothing', async () => {
    const manager = await actor('manager01')
    const other = await one(`select id from s where code = 'S02'`)
    const person = await one(`select id from users where email = 'manager05@demo.example'`)
    const question = (more: object) =>
      JSON.stringify({
        question: {
          module: 'complaints',
          does: 'count',
          filters: {},
          on: 'created_at',
          period: null,
          against: null,
          by: null,
          most: null,
          isLeast: false,
          of: null,
          order: 'oldest',
          ...more,
        },
      })
    const tampered = [
      question({ filters: { store: [String(other)] } }),
      question({ filters: { store: [String(other)] }, does: 'list' }),
      question({ filters: { assignee: [String(person)] } }),
      question({ filters: { status: ['deleted'] } }),
      question({ module: 'api-keys', on: 'created_at' }),
      question({ filters: { phone: ["0' or 1=1"] } }),
      question({ on: 'password_hash', filters: { password: ['x'] } }),
    ]
    for (const context of tampered) {
      const { figure, links, text } = await ask(manager, 'còn tuần trước?', 'vi', context)
      expect([
        figure?.rows.filter(({ value }) => value) ?? [],
        links.filter(({ path }) => path.includes(`store=${other}`)),
        text.includes('Hà Đông'),
      ]).toEqual([[], [], false])
    }
  })

  test('of a record in another store neither its people nor that it is there is told', async () => {
    const manager = await actor('manager01')
    const there = String(
      (
        await all(
          `select issue_number as n from c where store = (select id from s where code = 'S05') order by id desc limit 1`,
        )
      )[0]?.n,
    )
    const none = '2611-999999'
    const [known, unknown] = [
      await ask(manager, `ai xử lý ${there}`, 'vi'),
      await ask(manager, `ai xử lý ${none}`, 'vi'),
    ]
    expect(known.text.replace(there, none)).toBe(unknown.text)
    expect([known.figure, known.links]).toEqual([null, []])
  })

  test('customers’ records are called by the number that their register shows', async () => {
    for (const [sentence, number] of [
      ['danh sách trả lời khảo sát điểm thấp', /^SR\d{6}/],
      ['yêu cầu hóa đơn chưa xuất', /^V\d{6}/],
      ['liệt kê hoàn trả', /^R\d{6}/],
      ['liệt kê giao hàng', /^GD\d{6}/],
      ['liệt kê khiếu nại quá hạn', /^\d{4}-\d{6}/],
    ] as const) {
      const { figure } = await ask(admin, sentence, 'vi')
      expect(figure?.rows.length, sentence).toBeGreaterThan(0)
      for (const { label } of figure?.rows ?? []) expect(label, sentence).toMatch(number)
    }
  })

  test('private values are in no answer', async () => {
    const customers = await all('select customer_name, phone from c order by id desc limit 300')
    for (const sentence of [
      'liệt kê khiếu nại quá hạn',
      '5 khiếu nại mới nhất',
      'đăng ký hội viên mới nhất',
      'đơn hàng mới nhất',
      'danh sách trả lời khảo sát điểm thấp',
    ]) {
      const text = JSON.stringify(await ask(admin, sentence, 'vi'))
      const found = customers.filter(({ phone }) => text.includes(String(phone)))
      expect(found, sentence).toEqual([])
      expect(/\b0\d{9}\b/.test(text), text).toBe(false)
    }
  })
})
