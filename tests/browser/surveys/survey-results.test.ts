import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { json } from '../../../src/server/db/db.ts'
import { expectTotal, startBrowser, wordsOf } from '../../setup/browser/browser.ts'
import { startChain } from '../../setup/chain.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const director = await chain.person({ role: 'CEO' })
const PERIOD = 'period=2026-03-01..2026-03-31'

// Forty customers of one store, who mostly recommend it, and four of another.
const QUESTIONS = [
  ['recommendation', 'Bạn có giới thiệu chúng tôi không?', '추천하시겠어요?'],
  ['rating', 'Nhân viên thế nào?', '직원은 어땠나요?'],
  ['long', 'Bạn muốn nói gì?', '하고 싶은 말씀은?'],
] as const
await sql`insert into surveys (title, title_ko, stage) values ('Khảo sát cửa hàng', '매장 설문', 'open')`.execute(
  chain.db,
)
for (const [position, [kind, vi, ko]] of QUESTIONS.entries())
  await sql`insert into survey_questions (survey, position, kind, text) values (1, ${position}, ${kind}, ${json({ vi, ko })})`.execute(
    chain.db,
  )
await sql`insert into customer_survey_responses (survey, store, answered_at, score, answers)
  select 1, case when n < 40 then ${chain.stores[0]}::bigint else ${chain.stores[1]}::bigint end, timestamptz '2026-03-10 03:00Z' + n * interval '1 hour', 80,
    jsonb_build_object('1', case when n % 4 = 0 then 5 else 9 end, '2', 3 + n % 3) || case when n % 2 = 0 then '{"3": "Nhân viên nhiệt tình"}'::jsonb else '{"3": "Chờ lâu quá"}' end
  from generate_series(0, 43) n`.execute(chain.db)

test('a director reads what a survey found, and every number leads to its responses', async () => {
  const say = wordsOf('vi')
  const boss = await visit({ by: director })
  const { page } = boss
  await boss.open(`/customer-survey-responses/results/1?${PERIOD}`)
  const card = page.getByRole('region', { name: QUESTIONS[0][1] })
  await card.locator('svg text').first().waitFor()
  // Thirty-three promoters less eleven detractors of forty-four.
  await expect.poll(() => card.innerText()).toMatch(/\+50\s*± 24,7/)
  await boss.expectAccessible('survey results')
  const texts = page.getByRole('region', { name: QUESTIONS[2][1] })
  await texts.getByRole('button', { name: /nhân viên 22/ }).click()
  await texts
    .getByRole('status')
    .getByText(say('{{n}} texts', { n: '22' }))
    .waitFor()
  await card.getByText(say('Numbers')).click()
  await card.getByRole('row', { name: /^5 / }).getByRole('link').click()
  await page.waitForURL(/answer=1%3A5/)
  await expectTotal(page, 'vi', 11)
  // The filter says what was asked and answered, and another answer is chosen by its words.
  const chip = (answer: string) =>
    page.getByRole('button', { name: `${say('Answer')}: ${QUESTIONS[0][1]} · ${answer}`, exact: true })
  await chip('5').click()
  await page.getByRole('checkbox', { name: `${QUESTIONS[0][1]} · 9`, exact: true }).check()
  await page.getByRole('checkbox', { name: `${QUESTIONS[0][1]} · 5`, exact: true }).uncheck()
  await chip('9').waitFor()
  await expectTotal(page, 'vi', 33)
  await boss.open(`/customer-survey-responses/results/1?${PERIOD}`)
  await page
    .getByRole('navigation', { name: say('Results') })
    .getByRole('link', { name: say('Store'), exact: true })
    .click()
  await page
    .getByRole('region', { name: say('Fewer than {{n}} answers, not placed', { n: '10' }) })
    .getByText(/\(4\)/)
    .waitFor()
  await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(3)
})

test.each([
  ['vi', 1280],
  ['ko', 1024],
] as const)('in %s, %i px wide, a low score is said whole in the list', async (lang, width) => {
  await sql`insert into surveys (title, stage) values ('Khảo sát khách hàng sau khi mua sắm tại cửa hàng trong dịp Tết Nguyên đán', 'open')`.execute(
    chain.db,
  )
  await sql`insert into customer_survey_responses (survey, store, answered_at, score, is_low, answers)
    select max(id), ${chain.stores[0]}, timestamptz '2026-02-10 03:00Z', 33, true, '{}' from surveys`.execute(chain.db)
  const boss = await visit({ by: director, lang })
  const { page } = boss
  await page.setViewportSize({ width, height: 800 })
  await boss.open('/customer-survey-responses/low')
  const score = page.getByRole('cell', { name: wordsOf(lang)('{{score}}, low', { score: 33 }) }).first()
  await score.waitFor()
  await expect
    .poll(() =>
      score.evaluate((cell) =>
        [cell, ...cell.querySelectorAll('*')].every((one) => one.scrollWidth <= one.clientWidth),
      ),
    )
    .toBe(true)
  await boss.leave()
})

test.each([
  ['en', 'tablet across'],
  ['ko', 'phone'],
] as const)('the same in %s on a %s, in the dark', async (lang, device) => {
  const boss = await visit({ by: director, lang, device, scheme: 'dark' })
  await boss.open(`/customer-survey-responses/results/1?${PERIOD}`)
  await boss.page.getByRole('heading', { name: QUESTIONS[0][lang === 'ko' ? 2 : 1] }).waitFor()
  await boss.expectAccessible(`survey results on a ${device}`)
})
