import { measureCheckIn } from './checkin.ts'
import type { DesksJob } from './storm-desks.ts'

process.once('message', (job) => void answer(job as DesksJob)) // storm-desks.ts sends nothing else

async function answer({ url, token, seconds }: DesksJob): Promise<void> {
  process.send?.(await measureCheckIn(url, token, seconds))
  process.disconnect()
}
