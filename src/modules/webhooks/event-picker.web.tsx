import { Checkbox, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { t } from '../../shared/language.ts'
import { normalizeText } from '../../shared/vietnam/vietnam.ts'
import { useMay } from '../../web/session.ts'
import { modules } from '../index.ts'
import { eventsOf, type WebhookEvent } from './events.ts'
import css from './webhooks.module.css'

export const eventsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

const ALL = eventsOf(modules)
const kindOf = (event: string): string => event.split('.')[0] ?? event
const wordsOf = ({ name, label, one }: WebhookEvent): string => normalizeText(`${name} ${t(one)} ${t(label)}`)

interface PickerProps {
  events: readonly string[]
  problem: string | undefined
  onChange: (events: readonly string[]) => void
}

/** Of what the other system is told: by kind of record, all of it or single events. */
export function EventPicker({ events, problem, onChange }: PickerProps) {
  const may = useMay()
  const [words, setWords] = useState('')
  const offered = useMemo(() => ALL.filter(({ permission }) => may(permission, 'read')), [may])
  const wanted = normalizeText(words).trim()
  const found = offered.filter((event) => wordsOf(event).includes(wanted))
  const toggle = (name: string, isOn: boolean) =>
    onChange(isOn ? [...events, name] : events.filter((one) => one !== name))
  return (
    <section className={css.sheet} aria-label={t('Events')}>
      <h2>{t('Events')}</h2>
      {problem ? <p role="alert">{problem}</p> : null}
      <TextInput
        className={css.find}
        aria-label={t('Find an event')}
        placeholder={t('Find an event, e.g. order.failed')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      {found.length === 0 ? <p className={css.none}>{t('No event matches')}</p> : null}
      {[...Map.groupBy(found, ({ name }) => kindOf(name))].map(([kind, some]) => (
        <Kind key={kind} kind={kind} some={some} events={events} isOpen={wanted !== ''} onToggle={toggle} />
      ))}
    </section>
  )
}

interface KindProps {
  kind: string
  some: readonly WebhookEvent[]
  events: readonly string[]
  isOpen: boolean
  onToggle: (name: string, isOn: boolean) => void
}

function Kind({ kind, some, events, isOpen, onToggle }: KindProps) {
  const every = `${kind}.*`
  const isAll = events.includes(every)
  const chosen = some.filter(({ name }) => events.includes(name)).length
  return (
    <details className={css.kind} open={isOpen || undefined}>
      <summary>
        {t(some[0]?.one ?? kind)} <code>{kind}</code>
        {isAll ? (
          <small>{t('All events')}</small>
        ) : chosen > 0 ? (
          <small>{t('{{n}} chosen', { n: chosen })}</small>
        ) : null}
      </summary>
      <div className={css.events}>
        <Checkbox
          label={t('All events, also those to come')}
          checked={isAll}
          onChange={(event) => onToggle(every, event.currentTarget.checked)}
        />
        {some.map(({ name, label }) => (
          <Checkbox
            key={name}
            disabled={isAll}
            label={
              <>
                {t(label)} <code>{name}</code>
              </>
            }
            checked={isAll || events.includes(name)}
            onChange={(event) => onToggle(name, event.currentTarget.checked)}
          />
        ))}
      </div>
    </details>
  )
}

/** The events that are told, a line a kind of record. */
export function EventsInWords({ events }: { events: readonly string[] }) {
  if (events.length === 0) return <p className={css.none}>{t('None: nothing is told')}</p>
  return (
    <ul className={css.words}>
      {[...Map.groupBy(events, kindOf)].map(([kind, names]) => (
        <li key={kind}>
          <strong>{t(ALL.find(({ name }) => kindOf(name) === kind)?.one ?? kind)}</strong>
          {names.map((name) => (
            <span key={name}>
              {name.endsWith('.*') ? t('All events') : t(ALL.find((one) => one.name === name)?.label ?? name)}{' '}
              <code>{name}</code>
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}
