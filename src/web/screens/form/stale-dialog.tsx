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

/** Someone else saved first: shows who and what, and lets each field go one way or the other. */
export function StaleDialog<R extends Versioned>({ form, stale }: { form: Contested<R>; stale: Stale<R> }) {
  const { fields, row, values, settle } = form
  const { time_zone } = useSession()
  const before = row ?? stale.record
  const clashing = clashes(fields, before, stale.record, values)
  const [mine, setMine] = useState<ReadonlySet<string>>(new Set())
  const kept: Draft = untouched(fields, before, stale.record, values)
  const chosen = (): Draft => ({
    ...kept,
    ...Object.fromEntries(clashing.filter(({ name }) => mine.has(name)).map(({ name, mine: value }) => [name, value])),
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
        {t('Nothing of yours is lost. Choose what counts for each field:')}
      </p>
      {clashing.length === 0 ? (
        <OtherChanges stale={stale} form={form} />
      ) : (
        <Clashes clashing={clashing} mine={mine} setMine={setMine} />
      )}
      <div className={css.dialogFoot}>
        <Button variant="default" onClick={() => settle(stale.record, {}, false)}>
          {t('Reload and drop my changes')}
        </Button>
        <Button onClick={() => settle(stale.record, chosen(), true)} data-autofocus>
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

function Clashes({
  clashing,
  mine,
  setMine,
}: {
  clashing: Clash[]
  mine: ReadonlySet<string>
  setMine: (names: ReadonlySet<string>) => void
}) {
  const turn = (name: string, isMine: boolean) => {
    const next = new Set(mine)
    if (isMine) next.add(name)
    else next.delete(name)
    setMine(next)
  }
  return clashing.map(({ name, field, theirs, mine: own }) => (
    <fieldset key={name} className={css.clash}>
      <legend>{t(field.label)}</legend>
      {[
        { isMine: false, label: t('Their change'), value: theirs },
        { isMine: true, label: t('My change'), value: own },
      ].map(({ isMine, label, value }) => (
        <label key={label}>
          <input
            type="radio"
            name={`clash-${name}`}
            checked={mine.has(name) === isMine}
            onChange={() => turn(name, isMine)}
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
