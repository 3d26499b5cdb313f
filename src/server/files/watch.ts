import type { Logger } from 'pino'
import type { FileStore } from './store.ts'

const EVERY_MS = 30_000

/** Says in the log when files can no longer be kept, and when they can again. Answers how to stop it. */
export function watchFiles(files: FileStore, log: Logger, everyMs = EVERY_MS): () => void {
  let lastProblem: string | null = null
  const look = async () => {
    const problem = await files.problem()
    if (problem === lastProblem) return
    lastProblem = problem
    if (problem) log.error(`no file can be kept: ${problem}`)
    else log.info('files can be kept again')
  }
  const timer = setInterval(() => void look(), everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
