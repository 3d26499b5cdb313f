import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb } from '../src/server/db/db.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { LANGUAGES } from '../src/shared/language.ts'
import { demoChainIn } from '../tests/server/assistant/demo-chain.ts'
import { examOf, type Judged } from '../tests/server/assistant/exam.ts'
import { ask, type Ground } from './fixture-db.ts'
import { drive, send } from './http.ts'
import type { Line } from './table.ts'

const MOST_MS = 200
const RIGHT = 0.95
const RIGHT_WITH_SLIPS = 0.85

/** Questions of every kind about complaints, as people ask them; two thirds of them of a period. */
const QUESTIONS = [
  ...['Hôm nay có bao nhiêu khiếu nại?', 'có bao nhiêu khiếu nại quá hạn', 'cửa hàng 37 tháng này có mấy khiếu nại'],
  ...[
    'còn bao nhiêu khiếu nại chưa xử lý',
    'khiếu nại tháng này so với tháng trước',
    'tuần này tăng hay giảm so với tuần trước khiếu nại',
  ],
  ...[
    'top 3 cửa hàng nhiều khiếu nại nhất tháng này',
    'cửa hàng nào có nhiều khiếu nại quá hạn nhất',
    'khiếu nại năm nay theo loại',
  ],
  ...[
    'tỷ lệ khiếu nại quá hạn',
    'how many complaints last week',
    'complaints this quarter',
    'overdue complaints of store 12',
  ],
  ...[
    'which store has the most complaints this year',
    'complaints completed yesterday',
    'how many complaints of all time',
  ],
  ...[
    '이번 달 민원 몇 건이야',
    '기한 초과 민원 몇 건',
    '이번 달 민원 유형별',
    '지난주 민원이 가장 많은 매장',
    'liệt kê 5 khiếu nại cũ nhất chưa xử lý',
  ],
]

/** How quickly a question is answered on so many complaints, and what share of the written ones is answered right. */
export async function measureAssistant(
  { embedded, rows }: Ground,
  url: string,
  token: string,
  seconds: number,
): Promise<Line[]> {
  const lines: Line[] = []
  const call = (text: string) =>
    ({ method: 'POST', path: '/api/assistant/ask', body: { text, language: 'vi' } }) as const
  for (const text of QUESTIONS) {
    const { understood } = await send(url, token, call(text))
    if (!understood) throw new Error(`'${text}' is not understood`)
  }
  for (const connections of [1, 4]) {
    const { p50, p95, failed, done } = await drive({ url, token, connections, seconds, calls: QUESTIONS.map(call) })
    if (failed > 0) throw new Error(`${failed} of ${done} questions failed`)
    lines.push({
      what: 'assistant, a question about complaints',
      at: `${connections}`,
      measured: `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms (${done} asked, ${rows.toLocaleString('en')} complaints)`,
      ...(connections === 1 && { goal: `p95 ≤ ${MOST_MS} ms`, isMet: p95 <= MOST_MS }),
    })
  }
  return [...lines, ...(await examined(embedded.url))]
}

/** The written questions on the demo chain, in a database of its own. */
async function examined(url: string): Promise<Line[]> {
  const name = 'assistant_exam'
  const there = url.replace(/\/[^/?]+(?=\?|$)/, `/${name}`)
  await ask(url, `drop database if exists ${name}`)
  await ask(url, `create database ${name}`)
  const folder = await mkdtemp(join(tmpdir(), 'assistant-exam-'))
  await migrate(there)
  const { db, close } = openDb({ url: there, size: 3, statementTimeout: 30_000, name: 'bench exam' })
  try {
    const chain = await demoChainIn(db, folder)
    const exam = await examOf(chain)
    const admin = await chain.actor('admin')
    const plain = await exam.sit(admin)
    const slipped = await exam.sit(admin, { hasSlips: true })
    return [
      ...LANGUAGES.map((language) =>
        share(
          `assistant, written questions answered right (${language})`,
          plain.filter(({ question }) => question.language === language),
          RIGHT,
        ),
      ),
      share('assistant, the same with a wrong letter in every fifth word', slipped, RIGHT_WITH_SLIPS),
    ]
  } finally {
    await close()
    await ask(url, `drop database if exists ${name} with (force)`)
    await rm(folder, { recursive: true, force: true })
  }
}

function share(what: string, judging: readonly Judged[], least: number): Line {
  const right = judging.filter(({ isRight }) => isRight).length
  return {
    what,
    at: `${judging.length} questions`,
    measured: `${((100 * right) / judging.length).toFixed(1)} %`,
    goal: `≥ ${100 * least} %`,
    isMet: right / judging.length >= least,
  }
}
