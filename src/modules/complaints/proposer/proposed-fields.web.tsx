import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Named } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { post } from '../../../web/api.ts'
import { plainText } from '../../../web/fields/cell.tsx'
import type { Form } from '../../../web/screens/form/use-form.ts'
import { WIRE } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import css from './proposer.module.css'
import { PROPOSED_FIELDS, type ProposedField } from './proposer.ts'

const TYPING_PAUSE_MS = 800
/** Fewer letters say too little. */
const LEAST = 20

const KEY = 'Alt+Enter'

/** A title, type and department as the words suggest them: never filled in by themselves; a press or Alt+Enter takes them over. */
export function ProposedFields({ form }: { form: Form }) {
  const typed = JSON.stringify([form.values.title ?? '', form.values.content ?? ''])
  const [said] = useDebouncedValue(typed, TYPING_PAUSE_MS)
  const [title = '', content = ''] = JSON.parse(said) as string[] // written above
  const isEnough = title.length + plainText(content).length >= LEAST
  const { data } = useQuery({
    queryKey: [WIRE, 'propose-fields', said],
    queryFn: () =>
      post<Record<ProposedField, Named | null>>(
        `${WIRE}/propose-fields`,
        { title: title.slice(0, 191), content: content.slice(0, 20_000) },
        { quiet: true },
      ),
    enabled: isEnough,
    placeholderData: keepPreviousData,
  })
  const known: Partial<Record<ProposedField, Named | null>> & { title: string } = {
    ...data,
    title: titleOf(plainText(content)),
  }
  const shown = (['title', ...PROPOSED_FIELDS] as const).flatMap((field) => {
    const value = isEnough ? known[field] : null
    return value && !form.values[field] ? [{ field, value }] : []
  })
  const takeAll = () => {
    for (const { field, value } of shown) form.set(field, value)
  }
  useAltEnter(shown.length > 0 ? takeAll : undefined)
  return (
    <div aria-live="polite">
      {shown.length > 0 && (
        <ul className={css.proposed} aria-label={t('Proposed by the words')}>
          {shown.map(({ field, value }) => (
            <li key={field}>
              <button type="button" onClick={() => form.set(field, value)}>
                <span>{t(complaints.fields[field].label)}</span> <b>{typeof value === 'string' ? value : value.name}</b>
              </button>
            </li>
          ))}
          <li className={css.key}>
            <kbd>{KEY}</kbd>
          </li>
        </ul>
      )}
    </div>
  )
}

const TITLE_MOST = 90

/** What is said first, cut between words. */
function titleOf(content: string): string {
  const [first = ''] = content.trim().split(/(?<=[.!?…])\s/)
  const said = first.replace(/[.…]+$/, '')
  return said.length <= TITLE_MOST ? said : `${said.slice(0, TITLE_MOST).replace(/\s+\S*$/, '')}…`
}

/** Wherever somebody types in the form. */
function useAltEnter(act: (() => void) | undefined): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !event.altKey || event.ctrlKey || event.metaKey || !latest.current) return
      event.preventDefault()
      event.stopPropagation()
      latest.current()
    }
    // Before the editor takes it for a new line.
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [])
}
