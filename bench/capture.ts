import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { loadConfig } from '../src/server/config.ts'
import { start } from '../src/server/main.ts'
import type { Ground } from './fixture-db.ts'
import { type HttpCall, send, signIn } from './http.ts'

export interface Statement {
  text: string
  values: readonly unknown[]
}

/** The statements that the server itself sends to PostgreSQL for each call, in their order; reading them needs no change to the server. */
export async function capture(
  ground: Ground,
  calls: Readonly<Record<string, HttpCall>>,
): Promise<Record<string, Statement[]>> {
  let heard: Statement[] = []
  const silence = listen((statement) => heard.push(statement))
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DEMO: '0',
    RATE_LIMITS: '100000',
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: ground.dataDir,
    DATABASE_URL: ground.embedded.url,
  }
  const server = await start(loadConfig(env))
  const found: Record<string, Statement[]> = {}
  try {
    const token = await signIn(server.url, 1)
    // The news of the sign-in makes the server look the session up once more.
    await pause(1500)
    await send(server.url, token, { method: 'POST', path: '/api/me' })
    for (const [name, call] of Object.entries(calls)) {
      // What the call before had the server do beside it is none of this one's.
      await pause(500)
      heard = []
      await send(server.url, token, call)
      if (heard.some(({ text }) => /from sessions/.test(text)))
        throw new Error(`${name} was heard with a look at its session`)
      found[name] = heard
    }
  } finally {
    await server.stop()
    silence()
  }
  return found
}

/** Hears every statement of the server's main pool; answers the way to stop. */
function listen(tell: (statement: Statement) => void): () => void {
  const prototype = pg.Client.prototype as unknown as Record<'query', (...given: unknown[]) => unknown> // its overloads in one
  const query = prototype.query
  prototype.query = function (this: { connectionParameters: { application_name?: string } }, ...given: unknown[]) {
    const [config, values] = given
    if (this.connectionParameters.application_name === 'app') {
      if (typeof config === 'string') tell({ text: config, values: Array.isArray(values) ? values : [] })
      else if (isStatement(config)) tell({ text: config.text, values: config.values ?? [] })
    }
    return query.apply(this, given)
  }
  return () => {
    prototype.query = query
  }
}

const isStatement = (config: unknown): config is { text: string; values?: unknown[] } =>
  typeof config === 'object' && config !== null && 'text' in config
