import { gzipSync } from 'node:zlib'
import type { Page, Response } from 'playwright-core'

/**
 * Notes the scripts and styles that a page fetches from now on. The answer weighs each that came until it is called: its address, and
 * its bytes as gzip packs them. What comes later is left alone: once the page is closed nobody can read it.
 */
export function codeWeight(page: Page): () => Promise<[url: string, bytes: number][]> {
  const came: Response[] = []
  page.on('response', (response) => {
    if (/\.(?:js|css)$/.test(new URL(response.url()).pathname)) came.push(response)
  })
  const weighed = async (response: Response): Promise<[string, number]> => [
    response.url(),
    gzipSync(await response.body(), { level: 6 }).length,
  ]
  return () => Promise.all(came.map(weighed))
}
