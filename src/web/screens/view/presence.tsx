import { useEffect, useState } from 'react'
import type { Named } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { post } from '../../api.ts'
import { useEvent } from '../../events.ts'
import { useSession } from '../../session.ts'
import { Face } from '../../ui/avatar.tsx'
import css from './view.module.css'

const TELL_EVERY_MS = 20_000

/** Who else has this record open now. */
export function usePresence(module: string, id: number): Named[] {
  const me = useSession().id
  const [people, setPeople] = useState<Named[]>([])
  useEffect(() => {
    let isOpen = true
    const tell = () => {
      if (document.visibilityState === 'hidden') return
      post<{ people: Named[] }>('presence', { module, id }, { quiet: true }).then(
        (found) => isOpen && setPeople(found.people),
        () => undefined, // who else looks is a comfort; without it the record still works
      )
    }
    tell()
    const timer = window.setInterval(tell, TELL_EVERY_MS)
    document.addEventListener('visibilitychange', tell)
    return () => {
      isOpen = false
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', tell)
      void post('presence/leave', { module, id }, { quiet: true }).catch(() => undefined)
    }
  }, [module, id])
  useEvent('presence', (event) => {
    if (event.module === module && event.id === id) setPeople(event.people)
  })
  return people.filter((person) => person.id !== me)
}

/** The faces of those who look at the same record. */
export function Watchers({ module, id }: { module: string; id: number }) {
  const people = usePresence(module, id)
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
