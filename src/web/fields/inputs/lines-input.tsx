import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type ComponentType, type CSSProperties, useRef } from 'react'
import type { Field } from '../../../shared/fields.ts'
import { formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import { isFigure } from '../cell.tsx'
import { totalOf } from '../lines-total.ts'
import type { Draft } from '../values.ts'
import { Framed, type InputProps, inputId } from './frame.tsx'
import css from './lines.module.css'

/** Lines of a few fields each, e.g. the goods of a bill: a table on a wide screen, one card per line on a phone. */
export default function LinesInput({ Part, ...props }: InputProps & { Part: ComponentType<InputProps> }) {
  const { name, field, value, onChange, disabled, errors = {} } = props
  const parts = Object.entries(field.line ?? {})
  const lines: Draft[] = Array.isArray(value) ? value : []
  const keys = useKeys(lines.length)
  const shownLines = lines.length > 0 ? lines : field.required ? [{}] : []
  const set = (at: number, part: string, given: unknown) =>
    onChange(shownLines.map((line, index) => (index === at ? { ...line, [part]: given } : line)))
  const add = () => onChange([...shownLines, {}])
  const remove = (at: number) => {
    keys.drop(at)
    onChange(shownLines.filter((_, index) => index !== at))
  }
  return (
    <Framed of={props} as="div">
      {({ id, ...aria }) => (
        <fieldset
          {...aria}
          id={id}
          className={css.lines}
          style={{ '--columns': columnsOf(parts) } as CSSProperties} // a variable of our own, which the type does not know
        >
          <div className={css.head} aria-hidden="true">
            {parts.map(([part, one]) => (
              <span key={part} data-figure={isFigure(one) || undefined}>
                {t(one.label)}
                {one.required ? <b> *</b> : null}
              </span>
            ))}
          </div>
          {shownLines.map((line, at) => (
            <fieldset key={keys.of(at)} className={css.line}>
              <legend className="visually-hidden">{t('Line {{n}}', { n: at + 1 })}</legend>
              {parts.map(([part, one]) => (
                <Part
                  key={part}
                  name={`${name}.${at}.${part}`}
                  field={one}
                  value={part in line ? line[part] : one.default}
                  onChange={(given) => set(at, part, given)}
                  error={errors[`${name}.${at}.${part}`]}
                  disabled={disabled}
                />
              ))}
              <ActionIcon
                className={css.remove}
                variant="subtle"
                color="gray"
                size="lg"
                disabled={disabled === true || (field.required === true && shownLines.length === 1)}
                aria-label={t('Remove line {{n}}', { n: at + 1 })}
                onClick={() => remove(at)}
              >
                <IconX size={18} />
              </ActionIcon>
            </fieldset>
          ))}
          <Totals parts={parts} lines={lines} />
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            disabled={disabled === true || shownLines.length >= (field.max ?? 100)}
            onClick={() => {
              add()
              focusSoon(`${inputId(`${name}.${shownLines.length}.${parts[0]?.[0] ?? ''}`)}`)
            }}
          >
            {t('Add a line')}
          </Button>
        </fieldset>
      )}
    </Framed>
  )
}

/** What each column of amounts comes to, said as lines are typed. */
function Totals({ parts, lines }: { parts: [string, Field][]; lines: readonly Draft[] }) {
  if (lines.length === 0 || !parts.some(([, one]) => one.kind === 'money')) return null
  return (
    <div className={css.total} role="status">
      {parts.map(([part, one], at) => (
        <span key={part} data-figure={isFigure(one) || undefined}>
          {at === 0 ? t('Total') : null}
          {one.kind === 'money' ? (
            <>
              {one.each ? null : <small>{t(one.label)}</small>}{' '}
              {formatNumber(totalOf(lines, part, one), currentLanguage())}
            </>
          ) : null}
        </span>
      ))}
    </div>
  )
}

const LEAST_SHARE = 0.7
/** What has a width of its own gives way where the line has no room for all. */
const columnsOf = (parts: [string, Parameters<typeof isFigure>[0]][]): string =>
  `${parts.map(([, one]) => (one.width ? `minmax(${Math.round(one.width * LEAST_SHARE)}px, ${one.width}px)` : isFigure(one) ? 'minmax(90px, 1fr)' : 'minmax(120px, 2fr)')).join(' ')} 36px`

/** A key for each line that stays with it while others come and go. */
function useKeys(n: number) {
  const next = useRef(n)
  const keys = useRef<number[]>([])
  while (keys.current.length < Math.max(n, 1)) keys.current.push(next.current++)
  return {
    of: (at: number) => keys.current[at] ?? at,
    drop: (at: number) => void keys.current.splice(at, 1),
  }
}

function focusSoon(id: string): void {
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(id)?.focus()))
}
