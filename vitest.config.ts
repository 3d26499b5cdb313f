import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: ['tests/setup/global.ts'],
    // Many files start a server, a database or a browser of their own: two at a time is what two cores bear.
    maxWorkers: 2,
    // Against what hangs: a busy machine is slow, not wrong, and what is waited for is a state.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000, interval: 50 } },
    // The settings of whoever runs the tests are none of theirs.
    env: { NODE_ENV: 'test', TZ: 'UTC', ENV_FILE: '' },
  },
})
