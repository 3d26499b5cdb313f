import { parentPort, workerData } from 'node:worker_threads'

/** Sends bodies on a thread of its own, four at once, and says with which status each was answered. */
export interface Sent {
  path: string
  name: string
  head: Uint8Array
  megabytes: number
  token: string | null
}

const { url, bodies } = workerData as { url: string; bodies: Sent[] } // given by the test
const block = crypto.getRandomValues(new Uint8Array(65536))
const filler = Array.from({ length: 16 }, () => block)

async function send({ path, name, head, megabytes, token }: Sent): Promise<number> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(head), ...Array.from({ length: megabytes }, () => filler).flat()]), name)
  const headers = token ? { authorization: `Bearer ${token}` } : undefined
  const answer = await fetch(`${url}/api/${path}`, { method: 'POST', body, ...(headers && { headers }) })
  await answer.arrayBuffer()
  return answer.status
}

let next = 0
await Promise.all(
  Array.from({ length: 4 }, async () => {
    for (let body = bodies[next++]; body; body = bodies[next++]) parentPort?.postMessage(await send(body))
  }),
)
