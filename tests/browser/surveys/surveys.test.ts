import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { rows } from '../../../src/server/db/db.ts'
import { newSurveyToken, surveyTokenHash } from '../../../src/server/surveys/tokens.ts'
import { focused, HANDS, startBrowser, wordsOf } from '../../setup/browser/browser.ts'
import { holdRequests } from '../../setup/browser/held-requests.ts'
import { type Person, startChain } from '../../setup/chain.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const admin = await chain.person()

interface Made {
  id: number
  version: number
}

const QUESTIONS: readonly object[] = [
  {
    kind: 'rating',
    text: { vi: 'Quý khách hài lòng không?', en: 'Are you satisfied?', ko: '만족하셨나요?' },
    is_required: true,
  },
  {
    kind: 'long',
    text: { vi: 'Điều gì chưa tốt?', en: 'What was not good?', ko: '무엇이 아쉬웠나요?' },
    shown_if: { at: 0, is: ['1', '2'] },
  },
  {
    kind: 'recommendation',
    text: { vi: 'Có giới thiệu cho bạn bè?', en: 'Would you recommend us?', ko: '추천하시겠어요?' },
  },
]

/** An open survey, of a rating and why unless said; its link of the first store. */
async function survey(title: string, questions = QUESTIONS, more: object = {}): Promise<{ id: number; token: string }> {
  const body = {
    title,
    title_en: title,
    title_ko: '쇼핑 설문',
    low_below: 60,
    complaint_type: chain.types[0],
    asks_phone: true,
    ...more,
  }
  const { data: made } = await chain.call<Made>('POST', 'survey', { by: admin, body })
  await chain.call('PUT', `survey/${made.id}/questions`, { by: admin, body: { version: made.version, questions } })
  await chain.call('POST', `survey/${made.id}/open`, { by: admin, body: {} })
  const { data } = await chain.call<{ links: { store: { id: number } | null; token: string }[] }>(
    'POST',
    `survey/${made.id}/links`,
    { by: admin },
  )
  return { id: made.id, token: data.links.find(({ store }) => store?.id === chain.stores[0])?.token ?? '' }
}

const responsesOf = (id: number) =>
  rows(
    chain.db,
    { score: 'number?', complaint: 'number?', language: 'string' },
    sql`select score, complaint, language from customer_survey_responses where survey = ${id}`,
  )

test('what is left open is listed by its question, and each line leads there', async () => {
  const { token } = await survey('Khảo sát còn thiếu', [
    { kind: 'rating', text: { vi: 'Hàng có tươi không?', ko: '신선했나요?' }, is_required: true },
    { kind: 'short', text: { vi: 'Mua gì hôm nay?', ko: '무엇을 샀나요?' }, is_required: true },
  ])
  const say = wordsOf('ko')
  const customer = await visit({ device: 'phone', lang: 'ko' })
  const { page } = customer
  await customer.open(`/survey/${token}`)
  await page.getByRole('button', { name: say('Send answers') }).click()
  const summary = page.locator('.summary')
  await expect.poll(() => summary.getByRole('link').allInnerTexts()).toEqual(['신선했나요?', '무엇을 샀나요?'])
  await expect.poll(() => page.getByText(say('Please answer this question')).count()).toBe(2)
  await customer.expectAccessible('questions left open')
  await summary.getByRole('link').last().click()
  await focused(page.getByLabel('무엇을 샀나요?'))
  await customer.leave()
})

const ASKED = {
  vi: ['Quý khách hài lòng không?', 'Điều gì chưa tốt?'],
  ko: ['만족하셨나요?', '무엇이 아쉬웠나요?'],
  en: ['Are you satisfied?', 'What was not good?'],
}

test.each(HANDS)(
  'a customer reading %s on a %s answers without a line: kept over a reload, sent once, and the store has a complaint',
  async (lang, device) => {
    const say = wordsOf(lang)
    const { id, token } = await survey('Khảo sát mua sắm')
    const customer = await visit({ device, lang, expected: [/ERR_INTERNET_DISCONNECTED/] })
    const { page, context } = customer
    await customer.open(`/survey/${token}`)
    const [rating = '', why = ''] = ASKED[lang]
    const stars = page.getByRole('radiogroup', { name: rating })
    await stars.waitFor()
    await customer.expectAccessible('the questions')
    await expect.poll(() => page.getByLabel(why).count()).toBe(0)
    await stars.getByRole('radio').nth(1).check({ force: true })
    await page.getByLabel(why).fill('Chờ lâu quá <b>thật</b>')
    await page.waitForFunction((name) => localStorage.getItem(name)?.includes('Chờ lâu'), `survey-${token}-draft`)
    await page.reload()
    await expect.poll(() => page.getByLabel(why).inputValue()).toBe('Chờ lâu quá <b>thật</b>')
    await context.setOffline(true)
    await page.getByRole('button', { name: say('Send answers') }).click()
    await page.getByRole('heading', { name: say('Kept on this device') }).waitFor()
    await expect.poll(() => responsesOf(id)).toEqual([])
    await context.setOffline(false)
    await page.getByRole('heading', { name: say('Thank you!') }).waitFor()
    await customer.expectAccessible('the thanks')
    await expect.poll(async () => (await responsesOf(id))[0]?.complaint).toBeTruthy()
    await expect.poll(() => responsesOf(id)).toMatchObject([{ score: 25, language: lang }])
    await page.reload()
    await page.getByRole('heading', { name: say('Thank you, we have your answers') }).waitFor()
    await customer.leave()

    const staff = await visit({ lang, by: admin, device })
    const [{ complaint } = { complaint: 0 }] = await responsesOf(id)
    await staff.open(`/complaints/view/${complaint}`)
    await staff.page.getByRole('heading', { name: say('Survey response'), exact: true }).waitFor()
    await staff.page.getByRole('link', { name: /^SR/ }).click()
    await staff.page.getByText('Chờ lâu quá <b>thật</b>').first().waitFor()
    await staff.expectAccessible('a response')
    // The store calls, notes what was said, and is done.
    const button = (name: string) => staff.page.getByRole('button', { name: say(name), exact: true })
    const state = (value: string) => staff.page.getByText(say(value), { exact: true }).first().waitFor()
    await button('Contacted').click()
    await button('Contacted').waitFor({ state: 'detached' })
    await staff.page.getByRole('link', { name: say('Edit'), exact: true }).click()
    await staff.page.locator('#field-note').fill('Đã xin lỗi, tặng phiếu 50.000 ₫')
    await button('Save').click()
    await state('Contacted')
    await button('Done').click()
    await expect
      .poll(() =>
        rows(
          chain.db,
          { state: 'string', note: 'string?' },
          sql`select state, note from customer_survey_responses where survey = ${id}`,
        ),
      )
      .toEqual([{ state: 'done', note: 'Đã xin lỗi, tặng phiếu 50.000 ₫' }])
    await staff.leave()
  },
)

/** A customer's own link to a survey, as a mail after a complaint brings it. */
async function personalLink(id: number): Promise<string> {
  const { id: record } = await chain.ticket(admin)
  const token = newSurveyToken()
  await sql`insert into survey_links (survey, channel, token_hash, module, record)
    values (${id}, 'complaint', ${surveyTokenHash(token)}, 'complaints', ${record})`.execute(chain.db)
  return token
}

test('a phone answers each personal link once, whatever it answered before, and what hangs in the store once', async () => {
  const say = wordsOf('vi')
  const { id, token } = await survey('Trả lời nhiều lần')
  const customer = await visit({ device: 'phone' })
  const { page } = customer
  for (const link of [await personalLink(id), token, await personalLink(id)]) {
    await customer.open(`/survey/${link}`)
    await page.getByRole('radiogroup').first().getByRole('radio').last().check({ force: true })
    await page.getByRole('button', { name: say('Send answers') }).click()
    await page.getByRole('heading', { name: say('Thank you!') }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: say('Thank you, we have your answers') }).waitFor()
  }
  expect(await responsesOf(id)).toHaveLength(3)
  await customer.leave()
})

test('whoever may be called is called on the number that is known, and need not type it again', async () => {
  const say = wordsOf('vi')
  const { id } = await survey('Gọi lại', QUESTIONS, { asks_call_consent: true })
  const customer = await visit({ device: 'phone' })
  const { page } = customer
  await customer.open(`/survey/${await personalLink(id)}`)
  await page.getByRole('radiogroup').first().getByRole('radio').last().check({ force: true })
  await page.getByLabel(say('You may call me about my answers')).check()
  await page.getByText(say('We will call the number ending in {{end}}.', { end: '678' })).waitFor()
  await customer.expectAccessible('a number that is known')
  await page.getByRole('button', { name: say('Send answers') }).click()
  await page.getByRole('heading', { name: say('Thank you!') }).waitFor()
  const called = await rows(
    chain.db,
    sql`select phone, may_be_called from customer_survey_responses where survey = ${id}`,
  )
  expect(called).toEqual([{ phone: '0912345678', may_be_called: true }])
  await customer.leave()
})

/** Answers on a phone of which nothing can be sent: they are kept there. */
async function answeredWithoutLine(token: string) {
  const say = wordsOf('vi')
  const customer = await visit({ device: 'phone', expected: [/ERR_FAILED/] })
  const { page } = customer
  await customer.open(`/survey/${token}`)
  await page.route('**/customer-survey-responses/submit', (route) => route.abort())
  await page.getByRole('radiogroup').first().getByRole('radio').last().check({ force: true })
  await page.getByRole('button', { name: say('Send answers') }).click()
  const kept = page.getByRole('heading', { name: say('Kept on this device') })
  await kept.waitFor()
  return { customer, page, kept }
}

test('answers that waited on a phone go out from the page of a survey that was closed meanwhile, which says so', async () => {
  const say = wordsOf('vi')
  const { id, token } = await survey('Đóng giữa chừng')
  const { customer, page } = await answeredWithoutLine(token)
  await chain.call('POST', `survey/${id}/close`, { by: admin, body: {} })
  await page.unroute('**/customer-survey-responses/submit')
  await page.reload()
  await page.getByRole('heading', { name: say('This survey is closed') }).waitFor()
  await page.getByText(say('The form you saved has arrived:')).waitFor()
  await customer.expectAccessible('a closed survey')
  expect(await responsesOf(id)).toHaveLength(1)
  await customer.leave()
})

test('a question that is added while a customer answers is asked when they send, beside what they have answered', async () => {
  const say = wordsOf('vi')
  const { id, token } = await survey('Thêm câu hỏi')
  const customer = await visit({ device: 'phone', expected: [/status of 422/] })
  const { page } = customer
  await customer.open(`/survey/${token}`)
  const group = (name: string) => page.getByRole('radiogroup', { name })
  await group('Quý khách hài lòng không?').getByRole('radio').nth(3).check({ force: true })
  const { data: now } = await chain.call<{ version: number; questions: { id: number }[] }>(
    'GET',
    `survey/${id}/questions`,
    { by: admin },
  )
  const added = { kind: 'rating', text: { vi: 'Quầy có sạch không?' }, is_required: true }
  const questions = [...QUESTIONS.map((one, at) => ({ ...one, id: now.questions[at]?.id })), added]
  const body = { version: now.version, questions }
  expect((await chain.call('PUT', `survey/${id}/questions`, { by: admin, body })).status).toBe(200)
  await page.getByRole('button', { name: say('Send answers') }).click()
  const asked = group('Quầy có sạch không?')
  await focused(asked.getByRole('radio').first())
  await page.getByText(say('Please answer this question')).waitFor()
  await asked.getByRole('radio').last().check({ force: true })
  await page.getByRole('button', { name: say('Send answers') }).click()
  await page.getByRole('heading', { name: say('Thank you!') }).waitFor()
  expect(await responsesOf(id)).toMatchObject([{ score: 88 }])
  await customer.leave()
})

test('answers that count once are kept on a phone without another form, and sent when the line is back', async () => {
  const say = wordsOf('vi')
  const { id, token } = await survey('Không có mạng')
  const { customer, page, kept } = await answeredWithoutLine(token)
  await page.reload()
  await kept.waitFor()
  await customer.expectAccessible('answers that wait')
  expect(await page.getByRole('button', { name: say('Send another') }).count()).toBe(0)
  await page.unroute('**/customer-survey-responses/submit')
  await page.reload()
  await page.getByRole('heading', { name: say('Thank you!') }).waitFor()
  expect(await responsesOf(id)).toHaveLength(1)
  await customer.leave()
})

test.each(['vi', 'ko'] as const)(
  'the editor in %s puts questions in order and decides what is shown by keyboard alone',
  async (lang) => {
    const say = wordsOf(lang)
    const { id } = await survey(`Khảo sát ${lang}`)
    const staff = await visit({ lang, by: admin })
    const { page } = staff
    await staff.open(`/surveys/questions/${id}`)
    const handles = page.locator('[data-handle]')
    await expect.poll(() => handles.count()).toBe(3)
    await staff.expectAccessible('the editor')
    await handles.nth(2).focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    const named = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await expect.poll(named).toContain(lang === 'ko' ? '추천하시겠어요?' : 'Có giới thiệu cho bạn bè?')
    await page.getByRole('button', { name: say('Add a question') }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id ?? '')).toMatch(/-text$/)
    await page.keyboard.type(lang === 'ko' ? '직원은 친절했나요?' : 'Nhân viên có thân thiện không?')
    const phone = page.getByRole('region', { name: say('Preview on a phone') })
    await phone.getByText(lang === 'ko' ? '직원은 친절했나요?' : 'Nhân viên có thân thiện không?').waitFor()
    if (lang === 'ko') {
      // Said in Korean alone, it is told what is missing.
      await page.getByRole('radio', { name: '한국인' }).focus()
      await page.keyboard.press('ArrowRight')
      await page.getByRole('textbox').last().fill('Nhân viên có thân thiện không?')
    }
    await page.keyboard.press('Control+Enter')
    await page.getByText(say('The questions are saved')).waitFor()
    expect(await page.evaluate(() => document.activeElement?.id ?? '')).toMatch(/-text$/)
    const { data } = await chain.call<{ questions: { kind: string; shown_if: unknown }[] }>(
      'GET',
      `survey/${id}/questions`,
      {
        by: admin,
      },
    )
    expect(data.questions.map(({ kind }) => kind)).toEqual(['recommendation', 'rating', 'long', 'rating'])
    expect(data.questions[2]?.shown_if).not.toBeNull()
    // What is removed leaves the keyboard with its neighbour, and the last of all with the way to another.
    const remove = () =>
      page.getByRole('button', { name: new RegExp(`^${say('Remove {{name}}').replace('{{name}}', '.*')}$`) })
    for (const left of [3, 2, 1]) {
      await remove().last().focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => handles.count()).toBe(left)
      await focused(page.getByRole('button', { expanded: false, name: new RegExp(`^${left}\\.`) }))
    }
    await remove().focus()
    await page.keyboard.press('Enter')
    await focused(page.getByRole('button', { name: say('Add a question') }))
    await staff.leave()
  },
)

test('the link of a store is copied on plain http too', async () => {
  const say = wordsOf('vi')
  const { id, token } = await survey('Chép liên kết')
  const staff = await visit({ by: admin })
  const { page, context } = staff
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await staff.open(`/surveys/posters/${id}`)
  await page
    .getByRole('button', { name: say('Copy link') })
    .nth(1)
    .click()
  await page.getByText(say('The link is copied')).waitFor()
  const other = await context.newPage()
  await other.goto(chain.url)
  expect(await other.evaluate(() => navigator.clipboard.readText())).toBe(`${chain.url}/survey/${token}`)
  await other.close()
  await staff.leave()
})

test('questions that are being changed stay while another window saves the survey, and are kept or dropped by choice', async () => {
  const say = wordsOf('vi')
  const { id } = await survey('Hai người cùng sửa')
  const staff = await visit({ by: admin })
  const { page } = staff
  interface Kept {
    version: number
    questions: { id: number; kind: string; text: { vi: string } }[]
  }
  const kept = async () => (await chain.call<Kept>('GET', `survey/${id}/questions`, { by: admin })).data
  const texts = async () => (await kept()).questions.map(({ text }) => text.vi)
  const elsewhere = async (text: string) => {
    const { version, questions } = await kept()
    const [first] = questions
    await chain.call('PUT', `survey/${id}/questions`, {
      by: admin,
      body: { version, questions: [{ id: first?.id, kind: 'rating', text: { vi: text } }] },
    })
  }
  const notice = page.getByText(say('What you typed stays here.'))
  const add = async (text: string) => {
    await page.getByRole('button', { name: say('Add a question') }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id ?? '')).toMatch(/-text$/)
    await page.keyboard.type(text)
  }
  await staff.open(`/surveys/questions/${id}`)
  await add('Có đủ hàng không?')
  // A change of the survey alone concerns no question.
  const { version } = await kept()
  await chain.call('PUT', `survey/${id}`, { by: admin, body: { version, title: 'Hai người', low_below: 50 } })
  await page.getByRole('link', { name: 'Hai người', exact: true }).waitFor()
  expect(await notice.count()).toBe(0)
  await elsewhere('Quầy có sạch không?')
  await notice.waitFor()
  await staff.expectAccessible('the editor beside another one')
  await page.getByRole('button', { name: say('Keep mine') }).click()
  await notice.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: say('Save'), exact: true }).click()
  await page.getByText(say('The questions are saved')).waitFor()
  expect((await texts()).at(-1)).toBe('Có đủ hàng không?')
  await add('Giá có rõ không?')
  await elsewhere('Nhân viên có chào không?')
  await notice.waitFor()
  await page.getByRole('button', { name: say('Reload and drop my changes') }).click()
  await expect.poll(() => page.locator('[data-handle]').count()).toBe(1)
  expect(await texts()).toContain('Nhân viên có chào không?')
  await staff.leave()
})

test('what is typed while questions are being saved stays, and belongs to the questions that were saved', async () => {
  const say = wordsOf('vi')
  const { id } = await survey('Lưu chậm')
  const staff = await visit({ by: admin })
  const { page } = staff
  const kept = async () =>
    (
      await chain.call<{ questions: { id: number; text: { vi: string } }[] }>('GET', `survey/${id}/questions`, {
        by: admin,
      })
    ).data.questions
  const save = page.getByRole('button', { name: say('Save'), exact: true })
  const [sent, come] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(`**/api/survey/${id}/questions`, async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    const answer = await route.fetch()
    sent.resolve()
    await come.promise
    await route.fulfill({ response: answer })
  })
  await staff.open(`/surveys/questions/${id}`)
  await page.getByRole('button', { name: say('Add a question') }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id ?? '')).toMatch(/-text$/)
  await page.keyboard.type('Có đủ hàng')
  await page.keyboard.press('Control+Enter')
  await sent.promise
  await page.keyboard.type(' không?')
  const made = (await kept()).at(-1)?.id
  come.resolve()
  await page.getByText(say('The questions are saved')).waitFor()
  await expect.poll(() => save.isDisabled()).toBe(false)
  await page.keyboard.press('Control+Enter')
  await expect.poll(async () => (await kept()).at(-1)?.text.vi).toBe('Có đủ hàng không?')
  expect((await kept()).at(-1)?.id).toBe(made)
  expect((await kept()).length).toBe(4)
  await expect.poll(() => save.isDisabled()).toBe(true)
  await staff.leave()
})

test('whoever changes the questions of a survey that is deleted is told at once, and keeps them until it is restored', async () => {
  const say = wordsOf('vi')
  const { id } = await survey('Khảo sát sắp xóa')
  const keeper = await chain.person({ permissions: { 'customer-survey-responses': { read: true, edit: true } } })
  const open = async (by: Person) => {
    const one = await visit({ by, expected: [/status of 404/] })
    const listening = one.page.waitForResponse('**/api/stream')
    await one.open(`/surveys/questions/${id}`)
    await listening
    await one.page.getByRole('button', { name: say('Add a question') }).waitFor()
    return one
  }
  const [boss, reader] = [await open(admin), await open(keeper)]
  await boss.page.getByRole('button', { name: say('Add a question') }).click()
  await expect.poll(() => boss.page.evaluate(() => document.activeElement?.id ?? '')).toMatch(/-text$/)
  await boss.page.keyboard.type('Có đủ hàng không?')
  expect((await chain.call('DELETE', `survey/${id}`, { by: await chain.person() })).status).toBe(200)
  const notice = boss.page.getByText(say('What you typed stays here.'))
  await notice.waitFor()
  await boss.expectAccessible('questions of a survey that is deleted')
  const save = boss.page.getByRole('button', { name: say('Save'), exact: true })
  expect(await save.isDisabled()).toBe(true)
  await reader.page.getByText(say('This could not be loaded')).waitFor()
  expect(await reader.page.getByRole('button', { name: say('Add a question') }).count()).toBe(0)
  await boss.page.getByRole('button', { name: say('Restore') }).click()
  await notice.waitFor({ state: 'detached' })
  await save.click()
  await boss.page.getByText(say('The questions are saved')).waitFor()
  await reader.leave()
  await boss.leave()
})

test('questions that were typed when a session ended stand there after signing in again, and are gone once they are saved', async () => {
  const say = wordsOf('vi')
  const author = await chain.person()
  const { id } = await survey('Soạn dở')
  const staff = await visit({ by: author, expected: [/status of 401/] })
  const { page } = staff
  const add = async (text: string) => {
    await page.getByRole('button', { name: say('Add a question') }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id ?? '')).toMatch(/-text$/)
    await page.keyboard.type(text)
  }
  const handles = () => page.locator('[data-handle]').count()
  await staff.open(`/surveys/questions/${id}`)
  await add('Có chỗ đỗ xe không?')
  const typed = await handles()
  await chain.call('POST', 'logout', { by: author })
  await page.waitForURL('**/login**')
  await page.locator('input[name=email]').fill(author.email)
  await page.locator('input[name=password]').fill('Correct-horse-88')
  await page.keyboard.press('Enter')
  await expect.poll(handles).toBe(typed)
  await page.reload()
  await expect.poll(handles).toBe(typed)
  await add('Lối vào có rộng không?')
  await page.getByRole('button', { name: say('Save'), exact: true }).click()
  await page.getByText(say('The questions are saved')).waitFor()
  const { data } = await chain.call<{ questions: { text: { vi: string } }[] }>('GET', `survey/${id}/questions`, {
    by: admin,
  })
  expect(data.questions.slice(-2).map(({ text }) => text.vi)).toEqual(['Có chỗ đỗ xe không?', 'Lối vào có rộng không?'])
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('surveys/')))).toEqual([])
  await staff.leave()
})

test('a survey is copied once for two presses, and leads nobody to its copy who has gone on meanwhile', async () => {
  const { id } = await survey('Chậm mà chắc')
  const desk = await visit({ by: admin })
  const { page } = desk
  const copied = await holdRequests(page, /duplicate$/)
  await desk.open(`/surveys/view/${id}`)
  await page.getByRole('button', { name: wordsOf('vi')('Make a copy') }).dblclick()
  await desk.go('/stores')
  copied()
  const messages = page.getByRole('region', { name: wordsOf('vi')('Messages') })
  await messages.getByRole('button', { name: wordsOf('vi')('Show') }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/stores')
  const copies = sql`select id from surveys where title like 'Chậm mà chắc%' and id <> ${id}`
  expect(await rows(chain.db, { id: 'number' }, copies)).toHaveLength(1)
  await desk.leave()
})
