import { Tooltip } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Named } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { post } from '../../api.ts'
import { useEvent } from '../../events.ts'
import { useSession } from '../../session.ts'
import { Face } from '../../ui/avatar.tsx'
import css from './presence.module.css'

interface Of {
  module: string
  id: number
}
const MOST_FACES = 4
const BEAT_MS = 20_000
const QUIET_MS = 8_000

/** The faces of those who look at the same record. */
export function Watchers(of: Of) {
  const people = useOthers(of)
  const names = people.map((person) => person.name).join(', ')
  return (
    <div role="status" className={css.watchers} hidden={people.length === 0}>
      <span className={css.faces}>
        {people.map((person) => (
          <Face key={person.id} name={person.name} size={26} />
        ))}
      </span>
      {people.length > 0 ? t('Also open at: {{names}}', { names }) : ''}
    </div>
  )
}

/** The same in a line of facts; on a phone at the foot of the window. */
export function Presence(of: Of) {
  const others = useOthers(of)
  const names = others.map((one) => one.name).join(', ')
  return (
    <span role="status" className={css.presenceSpot}>
      {others.length > 0 && (
        <Tooltip label={t('Also open at: {{names}}', { names })}>
          <span className={css.presence}>
            {others.slice(0, MOST_FACES).map((one) => (
              <Face key={one.id} name={one.name} size={26} />
            ))}
            <span>
              {others.length === 1
                ? t('{{name}} is here too', { name: names })
                : t('{{n}} others also here', { n: others.length })}
            </span>
          </span>
        </Tooltip>
      )}
    </span>
  )
}

/** Says that this person has it open, again and again, and hears who else has. */
function useOthers({ module, id }: Of): Named[] {
  const me = useSession().id
  const [people, setPeople] = useState<Named[]>([])
  const askedAt = useRef(0)
  const tell = useCallback(async () => {
    if (document.visibilityState === 'hidden') return
    askedAt.current = Date.now()
    const found = await post<{ people: Named[] }>('presence', { module, id }, { quiet: true }).catch(() => null)
    if (found) setPeople(found.people)
  }, [module, id])
  useEffect(() => {
    void tell()
    const beat = setInterval(() => void tell(), BEAT_MS)
    const look = () => void tell()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(beat)
      document.removeEventListener('visibilitychange', look)
      void post('presence/leave', { module, id }, { quiet: true }).catch(() => undefined)
    }
  }, [module, id, tell])
  useEvent('presence', (event) => {
    if (event.module !== module || event.id !== id) return
    const viewers: Named[] | undefined = event.people
    if (viewers) setPeople(viewers)
    // Answering each other's questions at once would never end.
    else if (Date.now() - askedAt.current > QUIET_MS) void tell()
  })
  return people.filter((one) => one.id !== me)
}
