import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { scratchFolder } from './tests/setup/scratch.ts'

process.env.TMPDIR = scratchFolder()
// Every server and command that a test starts reads what the first of them compiled.
process.env.NODE_COMPILE_CACHE ??= resolve('.build/compiled')

/** What kills, measures the memory of, or adds a register to the process that it runs in has one of its own. */
const STORMS = [
  'tests/server/operation/**/*.test.ts',
  'tests/server/**/*-{storm,kill}.test.ts',
  'tests/server/http/broken-bodies.test.ts',
  'tests/server/assistant/new-register.test.ts',
]

/** What takes longest begins first, so that the workers end together: the projects in this order, and within one the longest of the last run. */
const PROJECTS = {
  storm: { include: STORMS },
  browser: { include: ['tests/browser/**/*.test.ts'], isolate: false },
  server: { include: ['tests/server/**/*.test.ts'], exclude: STORMS, isolate: false },
  rules: { include: ['tests/rules/**/*.test.ts'], isolate: false },
  unit: { include: ['src/**/*.test.ts'], isolate: false },
}
const ORDER = Object.keys(PROJECTS)
/** Short to read and long to run: before the first run files go by their size. */
const LONGEST = /\/every-screen[^/]*\.test\.ts$/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) =>
      LONGEST.test(moduleId) ? -1 : ORDER.indexOf(project.name)
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

/** Said to each project, as what `extends` would hand down is the PostgreSQL as well: there is one for all of them. */
const COMMON = {
  // Against what hangs: a busy machine is slow, not wrong, and what is waited for is a state.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 40_000, interval: 50 } },
  setupFiles: ['tests/setup/database/shapes.ts', 'tests/setup/http/answers.ts'],
  // The settings of whoever runs the tests are none of theirs.
  env: { NODE_ENV: 'test', TZ: 'UTC', ENV_FILE: '' },
}

export default defineConfig({
  test: {
    projects: Object.entries(PROJECTS).map(([name, files]) => ({ test: { name, ...files, ...COMMON } })),
    globalSetup: ['tests/setup/global.ts'],
    sequence: { sequencer: LongestFirst },
    // Many files start a server, a database or a browser of their own, and wait for it: three at a time keep two cores busy, and with four what is timed is late.
    maxWorkers: 3,
  },
})
