import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'

/**
 * Notes the scripts and styles that a page fetches from now on. The answer weighs each that came until it is called: its address, and
 * its bytes as gzip packs them. It asks the server for them: the browser forgets what a worker fetched with the worker.
 */
export function codeWeight(page: Page): () => Promise<[url: string, bytes: number][]> {
  const came: string[] = []
  page.on('response', (response) => {
    if (/\.(?:js|css)$/.test(new URL(response.url()).pathname)) came.push(response.url())
  })
  return () => Promise.all(came.map(async (url) => [url, await weight(url)]))
}

async function weight(url: string): Promise<number> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${answer.status} ${url}`)
  return gzipSync(await answer.arrayBuffer(), { level: 6 }).length
}
