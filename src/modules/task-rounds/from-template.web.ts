import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { instantOf, wallClock } from '../../shared/format.ts'
import { DAY_ENDS } from '../../shared/tasks/template.ts'
import { plusDays } from '../../shared/time/spans.ts'
import type { Form } from '../../web/screens/form/use-form.ts'
import type { AnyRow } from '../../web/screens/module.ts'
import { recordOf } from '../../web/screens/records.ts'
import { useSession } from '../../web/session.ts'
import { taskTemplates } from '../task-templates/task-templates.ts'
import { idOf } from './ids.web.ts'

/** A round is called as its template, and due when that says, until somebody says otherwise. */
export function useTemplateOf(form: Form): void {
  const { time_zone } = useSession()
  const id = idOf(form.values.template)
  const { data } = useQuery({ ...recordOf(taskTemplates, id ?? 0), enabled: id !== null, retry: false })
  const last = useRef({ id: 0, title: '', due_at: '' })
  useEffect(() => {
    if (!data || data.id !== id || data.id === last.current.id) return
    const before = last.current
    last.current = { id: data.id, title: String(data.name), due_at: dueOf(data, time_zone) }
    for (const name of ['title', 'due_at'] as const) {
      const value = form.values[name]
      if (!value || value === before[name]) form.set(name, last.current[name])
    }
  })
}

/** The end of the day that the template says; of tomorrow where today's is over. */
function dueOf({ days }: AnyRow, zone: string): string {
  const { day } = wallClock(new Date(), zone)
  const due = instantOf(`${plusDays(day, Number(days ?? 0))} ${DAY_ENDS}`, zone)
  return (due.getTime() > Date.now() ? due : instantOf(`${plusDays(day, 1)} ${DAY_ENDS}`, zone)).toISOString()
}
