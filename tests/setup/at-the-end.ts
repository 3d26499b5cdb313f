import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** What a test begins ends with it; what its file begins ends after the last test, the newest first. */
export function atTheEnd(end: () => unknown): void {
  const whenOver = TestRunner.getCurrentTest() ? onTestFinished : afterAll
  whenOver(async () => void (await end()))
}

/** A folder that is gone at the end. */
export function newFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
