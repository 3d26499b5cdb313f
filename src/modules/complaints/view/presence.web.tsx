import { Tooltip } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Named } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { post } from '../../../web/api.ts'
import { useEvent } from '../../../web/events.ts'
import { useSession } from '../../../web/session.ts'
import { Face } from '../../../web/ui/avatar.tsx'
import { complaints } from '../complaints.ts'
import css from './view.module.css'

const MOST_FACES = 4
const BEAT_MS = 20_000
const QUIET_MS = 8_000

/** Who else has this complaint open just now. */
export function Presence({ id }: { id: number }) {
  const others = useOthers(id)
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
function useOthers(id: number): Named[] {
  const me = useSession().id
  const [people, setPeople] = useState<Named[]>([])
  const askedAt = useRef(0)
  const tell = useCallback(async () => {
    if (document.visibilityState === 'hidden') return
    askedAt.current = Date.now()
    const found = await post<{ people: Named[] }>('presence', { module: complaints.name, id }, { quiet: true }).catch(
      () => null,
    )
    if (found) setPeople(found.people)
  }, [id])
  useEffect(() => {
    void tell()
    const beat = setInterval(() => void tell(), BEAT_MS)
    return () => {
      clearInterval(beat)
      void post('presence/leave', { module: complaints.name, id }, { quiet: true }).catch(() => undefined)
    }
  }, [id, tell])
  useEvent('presence', (event) => {
    if (event.module !== complaints.name || event.id !== id) return
    const viewers: Named[] | undefined = event.people
    if (viewers) setPeople(viewers)
    // Answering each other's questions at once would never end.
    else if (Date.now() - askedAt.current > QUIET_MS) void tell()
  })
  return people.filter((one) => one.id !== me)
}
