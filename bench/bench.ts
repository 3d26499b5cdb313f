import { cpus } from 'node:os'
import { measureAssistant } from './assistant.ts'
import { capture } from './capture.ts'
import { measureCheckIn } from './checkin.ts'
import { measureCold } from './cold.ts'
import { measureDraws } from './draws.ts'
import { measureExists } from './exists.ts'
import { measureFairness } from './fairness.ts'
import { fill, refuseWrongFigures } from './fill.ts'
import { type Filling, type Ground, openGround, settled } from './fixture-db.ts'
import { measureForms } from './forms.ts'
import { signIn } from './http.ts'
import { measureIdle } from './idle.ts'
import { measureLogs } from './logs.ts'
import { measureMail } from './mail.ts'
import { CONNECTIONS, measure } from './measure.ts'
import { measureOrders } from './orders.ts'
import { measurePages } from './pages.ts'
import { PARTS, resetSteps } from './parts.ts'
import { needPgbench } from './pgbench.ts'
import { measureProposer } from './proposer.ts'
import { measureRegisters } from './registers.ts'
import { measureRounds } from './rounds.ts'
import { measureScreens } from './screens.ts'
import { serveGround } from './server.ts'
import { complaintsIn, complaintsOut, measureExport, measureImport } from './sheets.ts'
import { measureStatistics } from './statistics.ts'
import { measureStorm } from './storm.ts'
import { measureStormDesks } from './storm-desks.ts'
import { measureStream } from './stream.ts'
import { measureSurveys } from './surveys.ts'
import { measureSystems } from './systems.ts'
import { type Line, table } from './table.ts'
import { measureTasks } from './tasks.ts'

const OTHERS = [
  'cold',
  'idle',
  'pages',
  'screens',
  'forms',
  'stream',
  'export',
  'import',
  'exists',
  'checkin',
  'systems',
  'rounds',
  'orders',
  'storm',
  'desks',
  'assistant',
] as const
/** Each on a database of its own, so only where it is asked for. */
const APART = ['registers', 'statistics', 'tasks', 'surveys', 'fairness', 'draws', 'mail', 'proposer', 'logs'] as const
const NAMES = [...PARTS.map((part) => part.name), ...OTHERS, ...APART]
const COMPLAINTS: Filling = {
  folder: 'back-office-bench',
  fill: ({ url }, rows) => fill(url, rows),
  files: ['fill.ts', 'words.ts'],
  tables: { complaints: (rows) => rows },
}

const given = process.argv.slice(2)
const isQuick = given.includes('--quick')
const isFresh = given.includes('--fresh')
const wished = given.filter((word) => !word.startsWith('--'))
const unknown = wished.filter((word) => !NAMES.includes(word))
if (unknown.length > 0) {
  console.error(
    `There is no ${unknown.join(', ')}. Parts: ${NAMES.join(', ')}; --quick for 100,000 rows and short runs, --rows=10000000 for so many, --storm=60 for a storm of so many seconds, --short for short runs alone, --fresh to fill anew.`,
  )
  process.exit(1)
}
const isApart = (name: string) => APART.some((one) => one === name)
const isWished = (name: string) => (wished.length === 0 && !isApart(name)) || wished.includes(name)
const numberOf = (name: string, usual: number) =>
  Number(new RegExp(`--${name}=(\\d+)`).exec(given.join(' '))?.[1] ?? usual)

const rows = isQuick ? 100_000 : numberOf('rows', 1_000_000)
const isShort = isQuick || given.includes('--short')
const pace = { ...(isShort ? { seconds: 2, rounds: 1 } : { seconds: 4, rounds: 4 }), connections: CONNECTIONS }
const parts = PARTS.filter((part) => isWished(part.name))
const lines: Line[] = []

try {
  if (isWished('registers')) lines.push(...(await measureRegisters(rows, isFresh, pace)))
  if (isWished('statistics')) lines.push(...(await measureStatistics(rows, isFresh)))
  if (isWished('surveys')) lines.push(...(await measureSurveys(rows, isFresh)))
  if (isWished('fairness')) lines.push(...(await measureFairness(isFresh)))
  if (isWished('draws')) lines.push(...(await measureDraws(rows, isFresh)))
  if (isWished('proposer')) lines.push(...(await measureProposer()))
  if (isWished('logs')) lines.push(...(await measureLogs(rows, isFresh)))
  if (isWished('mail')) lines.push(...(await measureMail(isFresh)))
  if (isWished('tasks')) lines.push(...(await measureTasks(rows, isFresh, pace)))
  if (wished.length === 0 || !wished.every(isApart)) await onComplaints()
} finally {
  // Whatever fails in the end, what was measured before it stands.
  console.log(
    `\n${rows.toLocaleString('en')} records, ${cpus().length} cores, load and database on the same machine\n\n${table(lines)}\n`,
  )
}

async function onComplaints(): Promise<void> {
  const ground = await openGround(COMPLAINTS, rows, isFresh)
  try {
    await refuseWrongFigures(ground.embedded.url)
    await onRunningServer(ground)
    if (isWished('storm')) lines.push(...(await measureStorm(ground, numberOf('storm', isShort ? 20 : 600))))
    if (isWished('desks')) lines.push(...(await measureStormDesks(ground)))
    await refuseWrongFigures(ground.embedded.url)
  } finally {
    await ground.embedded.stop()
  }
  if (isWished('cold')) lines.push(...(await measureCold(ground.dataDir)))
}

async function onRunningServer(place: Ground): Promise<void> {
  if (
    parts.length === 0 &&
    ![
      'idle',
      'pages',
      'screens',
      'forms',
      'stream',
      'export',
      'import',
      'exists',
      'checkin',
      'systems',
      'rounds',
      'orders',
      'assistant',
    ].some(isWished)
  )
    return
  if (parts.length > 0) needPgbench()
  if (isWished('step')) await resetSteps(place)
  const captured = parts.length > 0 ? await capture(place, Object.assign({}, ...parts.map((part) => part.samples))) : {}
  const server = await serveGround(place)
  try {
    await settled(place)
    const token = await signIn(server.url, 1)
    const standing = { ground: place, url: server.url, token }
    if (isWished('idle')) lines.push(...(await orFailure('idle', measureIdle(place))))
    for (const part of parts) lines.push(...(await orFailure(part.name, measure(part, standing, captured, pace))))
    if (isWished('stream')) lines.push(...(await orFailure('stream', measureStream(place, server.url))))
    const open = { ...standing, pid: server.pid }
    if (isWished('screens'))
      lines.push(...(await orFailure('screens', measureScreens(place, server.url, token, isShort))))
    if (isWished('pages')) lines.push(...(await orFailure('pages', measurePages(server.url, token))))
    if (isWished('exists')) lines.push(...(await orFailure('exists', measureExists(server.url))))
    if (isWished('checkin'))
      lines.push(...(await orFailure('checkin', measureCheckIn(server.url, token, isShort ? 12 : 60))))
    if (isWished('systems'))
      lines.push(...(await orFailure('systems', measureSystems(server.url, token, isShort ? 20 : 60))))
    if (isWished('rounds')) lines.push(...(await orFailure('rounds', measureRounds(place, server.url, token))))
    if (isWished('orders'))
      lines.push(...(await orFailure('orders', measureOrders(server.url, token, isShort ? 12 : 60))))
    if (isWished('assistant'))
      lines.push(...(await orFailure('assistant', measureAssistant(place, server.url, token, isShort ? 10 : 30))))
    if (isWished('forms')) lines.push(...(await orFailure('forms', measureForms(server.url, token))))
    // An import leaves words and counts behind that are worked off for minutes.
    if (isWished('export'))
      for (const one of complaintsOut(place.rows)) lines.push(...(await orFailure('export', measureExport(open, one))))
    if (isWished('import'))
      for (const one of complaintsIn) lines.push(...(await orFailure('import', measureImport(open, one))))
  } finally {
    await server.stop()
  }
}

/** A part that fails is a line of its own; the others are measured all the same. */
function orFailure(what: string, measured: Promise<Line[]>): Promise<Line[]> {
  return measured.catch((error: unknown) => {
    console.error(error)
    return [{ what, at: '', measured: 'failed', isMet: false }]
  })
}
