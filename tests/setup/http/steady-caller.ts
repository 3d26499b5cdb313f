import { parentPort, workerData } from 'node:worker_threads'

/**
 * A person who works, on a thread of their own: how long each call takes, one after another, told every 50 calls and at the end.
 * The test beside it may be busy with what disturbs them.
 */
const { url, token } = workerData as { url: string; token: string } // given by `steadyCaller`

let times: number[] = []
for (;;) {
  const began = performance.now()
  const answer = await fetch(`${url}/api/ticket?perpage=10`, { headers: { authorization: `Bearer ${token}` } })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`A call was answered ${answer.status}`)
  times.push(performance.now() - began)
  if (times.length < 10) continue
  parentPort?.postMessage(times)
  times = []
}
