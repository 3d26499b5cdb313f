import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatMoment } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { Cell } from '../../fields/cell.tsx'
import type { Draft } from '../../fields/values.ts'
import { useSession } from '../../session.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import type { Versioned } from '../module.ts'
import { type Clash, clashes, untouched } from './conflicts.ts'
import css from './form.module.css'
import type { Stale } from './stale-version.ts'
import type { Contested } from './use-form.ts'

type Side = 'theirs' | 'mine'
type Choice = Readonly<Record<string, Side>>

/** Someone else saved first: shows who and what, and lets each field go one way or the other. */
export function StaleDialog<R extends Versioned>({ form, stale }: { form: Contested<R>; stale: Stale<R> }) {
  const { fields, row, values, settle } = form
  const { time_zone } = useSession()
  const before = row ?? stale.record
  const clashing = clashes(fields, before, stale.record, values)
  const [choice, setChoice] = useState<Choice>({})
  const kept: Draft = untouched(fields, before, stale.record, values)
  const chosen = (): Draft => ({
    ...kept,
    ...Object.fromEntries(clashing.filter(({ name }) => choice[name] === 'mine').map(({ name, mine }) => [name, mine])),
  })
  const who = stale.changedBy || t('Someone')
  const keepEditing = () =>
    settle(
      stale.record,
      { ...kept, ...Object.fromEntries(clashing.map(({ name, mine: value }) => [name, value])) },
      false,
    )
  return (
    <Dialog opened onClose={keepEditing} size="lg" title={t('{{who}} changed this meanwhile', { who })}>
      <p className={css.note}>
        {stale.changedAt ? t('Saved at {{at}}.', { at: formatMoment(stale.changedAt, time_zone) }) : ''}{' '}
        {clashing.length > 0 ? t('Nothing of yours is lost. Choose what counts for each field:') : null}
      </p>
      {clashing.length === 0 ? (
        <OtherChanges stale={stale} form={form} />
      ) : (
        <Clashes clashing={clashing} choice={choice} choose={(name, side) => setChoice({ ...choice, [name]: side })} />
      )}
      <div className={css.dialogFoot}>
        <Button variant="default" onClick={() => settle(stale.record, {}, false)}>
          {t('Reload and drop my changes')}
        </Button>
        <Button
          onClick={() => settle(stale.record, chosen(), true)}
          disabled={clashing.some(({ name }) => !choice[name])}
          data-autofocus={clashing.length === 0 || undefined}
        >
          {t('Save as chosen')}
        </Button>
      </div>
    </Dialog>
  )
}

function OtherChanges({ stale, form }: { stale: Pick<Stale, 'changed'>; form: Pick<Contested, 'definition'> }) {
  const names = stale.changed.map((name) => t(form.definition.fields[name]?.label ?? name)).join(', ')
  return (
    <p>
      {names
        ? t('Changed: {{names}}. Your changes touch other fields and can be saved as well.', { names })
        : t('Your changes touch other fields and can be saved as well.')}
    </p>
  )
}

interface ClashesProps {
  clashing: Clash[]
  choice: Choice
  choose: (name: string, side: Side) => void
}

/** Nothing is chosen by itself: whoever goes on typing would take it unread. */
function Clashes({ clashing, choice, choose }: ClashesProps) {
  return clashing.map(({ name, field, theirs, mine }, at) => (
    <fieldset key={name} className={css.clash}>
      <legend>{t(field.label)}</legend>
      {[
        { side: 'theirs' as const, label: t('Their change'), value: theirs },
        { side: 'mine' as const, label: t('My change'), value: mine },
      ].map(({ side, label, value }, option) => (
        <label key={side}>
          <input
            type="radio"
            name={`clash-${name}`}
            checked={choice[name] === side}
            onChange={() => choose(name, side)}
            data-autofocus={(at === 0 && option === 0) || undefined}
          />
          <span>
            <small>{label}</small>
            <Cell field={field} value={value} />
          </span>
        </label>
      ))}
    </fieldset>
  ))
}
