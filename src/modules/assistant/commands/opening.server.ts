import { tIn } from '../../../shared/language.ts'
import { mayOpen } from '../../../shared/users/permissions.ts'
import { moduleOf } from '../../index.ts'
import { listLink } from '../data/links.ts'
import { mayRead } from '../data/rights.server.ts'
import { type Asking, type Heard, readingOf } from '../heard.server.ts'
import { type Covered, cover } from '../language/cover.ts'
import type { Unit } from '../language/units.ts'
import { didYouMean, notYours } from '../replies.server.ts'
import { type Reply, saying } from '../reply.ts'
import { recordAnswer } from './record.server.ts'
import { mayOpenScreen, screenTitle } from './screens.ts'
import { siteNamed } from './sites.server.ts'

/** A page, a list as it is narrowed, a record or a site. */
export async function opened(
  asking: Asking,
  heard: Heard,
  gap: readonly Unit[],
  mayHaveSlip: boolean,
): Promise<Reply | null> {
  const { language } = asking.asker.actor
  const site = siteNamed(gap)
  const covered = cover(heard.lexicon, gap)
  if (!site && !mayHaveSlip && covered.matches.some(({ hasSlip }) => hasSlip)) return null
  const screens = screensIn(covered, gap)
  if (screens.length > 0) return screenOf(asking, screens)
  if (site)
    return saying(tIn(language, 'Opening {{screen}} in a new tab', { screen: site.name }), {
      understood: site.name,
      act: { kind: 'open', path: site.address, external: true },
    })
  const code = await recordAnswer(asking.asker, gap)
  if (code?.path) return { ...code.reply, act: { kind: 'open', path: code.path } }
  const reading = await readingOf(asking, heard, gap, covered, { mayGoOn: false })
  if (!reading || reading.unknown.length > 0) return null
  const definition = moduleOf(reading.question.module)
  if (!definition) return null
  if (!mayRead(asking.asker.actor, definition) || !mayOpen(asking.access, `/${definition.name}`))
    return notYours(asking)
  if (reading.question.by || reading.question.of) return null
  const path = listLink(definition, reading.question, reading.question.period)
  const title = tIn(language, definition.label)
  return saying(tIn(language, 'Opening {{screen}}', { screen: title }), {
    understood: title,
    act: { kind: 'open', path },
  })
}

/** The name of a page alone opens it, unless it is a register's, which is asked about. */
export function alone(asking: Asking, { covered, units }: Heard): Reply | null {
  const screens = screensIn(covered, units)
  const isRegister = covered.matches.some(({ meanings }) => meanings.some(({ is }) => is === 'module'))
  if (isRegister || screens.length === 0) return null
  return screenOf(asking, screens)
}

/** The one of these pages that the asker may open. */
function screenOf(asking: Asking, screens: readonly string[]): Reply {
  const allowed = screens.filter((path) => mayOpenScreen(asking.access, path))
  const [only, ...more] = allowed
  if (!only) return notYours(asking)
  if (more.length > 0) return didYouMean(asking, allowed)
  const { language } = asking.asker.actor
  const title = screenTitle(only, language)
  return saying(tIn(language, 'Opening {{screen}}', { screen: title }), {
    understood: title,
    act: { kind: 'open', path: only },
  })
}

/** The pages that a gap names and says nothing else. */
function screensIn({ matches, unknown }: Covered, units: readonly Unit[]): string[] {
  if (unknown.length > 0 || units.length === 0) return []
  const told = matches.filter(({ meanings }) => !meanings.every(({ is }) => is === 'ignore' || is === 'particle'))
  const [only, ...more] = told
  if (!only || more.length > 0) return []
  const isModule = only.meanings.some(({ is }) => is === 'module')
  const paths = only.meanings.flatMap((one) => (one.is === 'screen' ? [one.path] : []))
  const lists = isModule ? only.meanings.flatMap((one) => (one.is === 'module' ? [`/${one.module}`] : [])) : []
  const found = [...new Set(paths.length > 0 ? paths : lists)]
  // A register's own list comes before a page that shares its name.
  return found.length > 1 && lists.some((path) => found.includes(path))
    ? found.filter((path) => lists.includes(path))
    : found
}
