import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'

type Outcome = { name: string; isRight: boolean; seconds: number; output: string }

/** What takes minutes, with databases, mail servers and browsers, runs with `--all`. */
const chosen = process.argv.includes('--all') ? [] : ['--project=unit', '--project=rules']
const SLOWEST = 10

const bin = (name: string) => join('node_modules', '.bin', name)
const report = join('.build', 'tests.json')

const checks: [name: string, command: string, ...args: string[]][] = [
  ['types', bin('tsc'), '-b'],
  ['lint and format', bin('biome'), 'check', '--error-on-warnings', '--colors=force', '.'],
  ['promises', bin('oxlint'), '--type-aware', '--deny-warnings'],
  ['dead code', bin('knip')],
  ['drift', process.execPath, 'scripts/drift.ts'],
  ['statements', process.execPath, 'scripts/statements.ts'],
]

mkdirSync('.build', { recursive: true })
rmSync(report, { force: true })
const outcomes = await inLanes(2, checks)
const tests = await run(
  'tests',
  bin('vitest'),
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...chosen],
  'shown',
)
const tested = readReport()
const counted = countTests(tested, tests.isRight)
for (const outcome of outcomes.filter(({ isRight }) => !isRight))
  console.log(`\n── ${outcome.name} ──\n${outcome.output.trimEnd()}`)
for (const { name, skipped } of skippedIn(tested)) console.log(`${skipped} skipped in ${name}`)
console.log('\nThe slowest files:')
for (const { name, seconds } of slowest(tested)) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`)
console.log()
for (const { name, isRight, seconds } of [...outcomes, tests])
  console.log(`${isRight ? '✓' : '✗'} ${name.padEnd(18)}${seconds.toFixed(1).padStart(6)} s`)
console.log(`${counted.passed} passed, ${counted.failed} failed`)
process.exitCode = [...outcomes, tests].every(({ isRight }) => isRight) && counted.failed === 0 ? 0 : 1

async function inLanes(lanes: number, waiting: typeof checks): Promise<Outcome[]> {
  const queue = [...waiting]
  const done: Outcome[] = []
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [name, command, ...args] = next
      const outcome = await run(name, command, args)
      console.log(`${outcome.isRight ? '✓' : '✗'} ${name} (${outcome.seconds.toFixed(1)} s)`)
      done.push(outcome)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return waiting.flatMap(([name]) => done.filter((outcome) => outcome.name === name))
}

function run(name: string, command: string, args: string[], output: 'kept' | 'shown' = 'kept'): Promise<Outcome> {
  const since = performance.now()
  const child = spawn(command, args, {
    stdio: ['ignore', output === 'shown' ? 'inherit' : 'pipe', output === 'shown' ? 'inherit' : 'pipe'],
  })
  let text = ''
  child.stdout?.on('data', (part: Buffer) => (text += part))
  child.stderr?.on('data', (part: Buffer) => (text += part))
  const outcome = (isRight: boolean): Outcome => ({
    name,
    isRight,
    seconds: (performance.now() - since) / 1000,
    output: text,
  })
  return new Promise((resolve) => {
    child.once('error', (error) => {
      text += error.message
      resolve(outcome(false))
    })
    child.once('close', (code) => resolve(outcome(code === 0)))
  })
}

type TestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    startTime: number
    endTime: number
    assertionResults: { status: string }[]
  }[]
}

function readReport(): TestReport | undefined {
  try {
    return JSON.parse(readFileSync(report, 'utf8')) as TestReport // Vitest writes this shape itself: its JSON reporter
  } catch {
    return undefined
  }
}

// A file that does not load has no tests to count, and an error outside of any test fails the run all the same: each is one failure.
function countTests(found: TestReport | undefined, isRight: boolean): { passed: number; failed: number } {
  if (!found) return { passed: 0, failed: 1 }
  const unloaded = found.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const failed = found.numFailedTests + unloaded.length
  return { passed: found.numPassedTests, failed: failed === 0 && !isRight ? 1 : failed }
}

/** Where a tool or a right is missing that some tests need, they are left out: said, so that nobody takes them for passed. */
function skippedIn(found: TestReport | undefined): { name: string; skipped: number }[] {
  return (found?.testResults ?? [])
    .map(({ name, assertionResults }) => ({
      name: relative('.', name),
      skipped: assertionResults.filter(({ status }) => status === 'skipped' || status === 'pending').length,
    }))
    .filter(({ skipped }) => skipped > 0)
}

function slowest(found: TestReport | undefined): { name: string; seconds: number }[] {
  const timed = (found?.testResults ?? []).map(({ name, startTime, endTime }) => ({
    name: relative('.', name),
    seconds: (endTime - startTime) / 1000,
  }))
  return timed.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST)
}
