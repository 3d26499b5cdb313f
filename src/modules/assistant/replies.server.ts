import { type Language, tIn } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { mayOpen } from '../../shared/users/permissions.ts'
import { mayOpenScreen, screenTitle } from './commands/screens.ts'
import { mayRead } from './data/rights.server.ts'
import type { Asking, Heard } from './heard.server.ts'
import { askable } from './language/vocabulary.server.ts'
import { type Reply, saying } from './reply.ts'

export const notYours = ({ asker: { actor } }: Asking, what?: string): Reply =>
  saying(
    what
      ? tIn(actor.language, '“{{what}}” is not yours to see.', { what })
      : tIn(actor.language, 'This is not yours to see.'),
  )

const MEANT_MOST = 8
export function didYouMean({ asker: { actor } }: Asking, paths: readonly string[]): Reply {
  const { language } = actor
  return saying(tIn(language, 'Did you mean …?'), {
    suggestions: paths
      .slice(0, MEANT_MOST)
      .map((path) => tIn(language, 'Open {{screen}}', { screen: screenTitle(path, language) })),
    links: paths.slice(0, MEANT_MOST).map((path) => ({ label: screenTitle(path, language), path })),
  })
}

export function examplesOf({ asker: { actor }, access }: Asking): string[] {
  const open = askable().filter((definition) => mayRead(actor, definition) && mayOpen(access, `/${definition.name}`))
  const [first, second] = open
  const say = (key: string, definition: Definition | undefined) =>
    definition ? [tIn(actor.language, key, { what: inSentence(tIn(actor.language, definition.label)) })] : []
  return [
    ...say('How many {{what}} today?', first),
    ...say('{{what}} this month against last month', first),
    ...say('Which store has the most {{what}}?', first),
    ...say('How many {{what}} are there?', second),
    ...say('Open {{what}}', first),
  ]
}

/** A label within a sentence: 'khiếu nại', but 'VAT'. */
const inSentence = (label: string): string =>
  /^\p{Lu}\p{Lu}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)

export const notUnderstood = (words: readonly string[], language: Language): string =>
  tIn(language, 'Not understood: {{words}}', { words: [...new Set(words)].join(', ') })

/**
 * Nothing is sure: what is nearest is offered, and what could be asked at all.
 * @param lost the words that were not understood and without which it means something else
 */
export function unclear(asking: Asking, heard: Heard, lost: readonly string[] = []): Reply {
  const { language } = asking.asker.actor
  const lead = lost.length > 0 ? notUnderstood(lost, language) : ''
  const near = nearest(asking, heard)
  if (near.length > 0) {
    const meant = didYouMean(asking, near)
    return { ...meant, text: [lead, meant.text].filter(Boolean).join('\n'), needs: 'provider' }
  }
  return saying(lead || tIn(language, 'I did not understand that'), {
    suggestions: examplesOf(asking),
    needs: 'provider',
  })
}

/** Pages and registers that the sentence names among words nobody knows. */
function nearest({ access }: Asking, { covered }: Heard): string[] {
  const paths = covered.matches.flatMap(({ meanings }) =>
    meanings.flatMap((one) => (one.is === 'screen' ? [one.path] : one.is === 'module' ? [`/${one.module}`] : [])),
  )
  return [...new Set(paths)].filter((path) => mayOpenScreen(access, path)).slice(0, 4)
}
