import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Actor } from '#server/actor.ts'
import type { Config } from '#server/config.ts'
import { type Call, get, post, type Route } from '#server/http/route.ts'
import { one } from '#server/resource/query/parse-query.ts'
import { tIn } from '../../shared/language.ts'
import { refuse } from '../../shared/refusals.ts'
import { changeChoices } from './choices.server.ts'
import { choiceFor, isKind, KINDS } from './kinds.ts'

/** Beside the kinds: the mail of the morning. */
export const DIGEST = 'digest'

const PATH = 'notification/unsubscribe'

/**
 * What a mail program needs to end these mails with one click (RFC 8058); it must be https and lead to us.
 * @param what kinds of notification, or the digest; nothing where the reader cannot end it
 */
export function endingHeaders(
  { secret, publicUrl }: Pick<Config, 'secret' | 'publicUrl'>,
  reader: Actor,
  what: readonly string[],
): Record<string, string> {
  if (!publicUrl?.startsWith('https:') || what.length === 0) return {}
  return {
    'List-Unsubscribe': `<${publicUrl}/api/${PATH}?token=${tokenOf(secret, Number(reader.id), what)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

export const unsubscribeRoutes: Route[] = [
  post(
    PATH,
    {
      needs: 'nothing',
      limit: 'public lookup',
      isMailLink: true,
      query: { token: 'of a mail of ours' },
      answers: { ended: 'string[]' },
      summary: 'End the mails that the token names, for whom it names: one click in a mail program',
    },
    (call) => unsubscribe(call),
  ),
  // A mail's links are opened by machines that look for dangers: looking changes nothing.
  get(
    PATH,
    {
      needs: 'nothing',
      limit: 'public lookup',
      mediaType: 'text/html',
      isMailLink: true,
      query: { token: 'of a mail of ours' },
      summary: 'The page that asks whether to end them',
    },
    async ({ query, reply }) =>
      reply.redirect(`/backoffice/unsubscribe/${encodeURIComponent(one(query.token) ?? '')}`, 303),
  ),
]

/** Answers what comes no longer by mail, in words. */
async function unsubscribe({ db, actor, context, query }: Call): Promise<{ ended: string[] }> {
  const { person, what } = readToken(context.config.secret, one(query.token) ?? '') ?? refuse('not found')
  const kinds = what.filter(isKind)
  await changeChoices(db, actor, person, (kept) => ({
    choices: Object.fromEntries(kinds.map((kind) => [kind, { ...choiceFor(kept.choices, kind), mail: false }])),
    digest: kept.digest && !what.includes(DIGEST),
  }))
  context.feed.nudge()
  const labels = what.map((name) => (isKind(name) ? KINDS[name].label : 'Morning digest'))
  return { ended: labels.map((label) => tIn(actor.language, label)) }
}

/** Whom and what, sealed; it does not grow old, as a mail may lie for years. */
function tokenOf(secret: string, person: number, what: readonly string[]): string {
  const words = Buffer.from(JSON.stringify([person, ...what])).toString('base64url')
  return `${words}.${sealOf(secret, words)}`
}

function readToken(secret: string, token: string): { person: number; what: string[] } | null {
  const [words = '', sealed = ''] = token.split('.')
  const [expected, given] = [Buffer.from(sealOf(secret, words)), Buffer.from(sealed)]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const [person, ...what] = JSON.parse(Buffer.from(words, 'base64url').toString()) as [number, ...string[]] // sealed by us
  return { person, what }
}

const sealOf = (secret: string, words: string): string =>
  createHmac('sha256', secret).update(`unsubscribe:${words}`).digest('base64url').slice(0, 22)
