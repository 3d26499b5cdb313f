import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { SCREEN_REFUSALS, type ScreenRefusalName } from '../../../shared/screen-refusals.ts'
import { changedNames, type Draft } from '../../fields/values.ts'
import type { AnyRow, Versioned } from '../module.ts'
import { DeletedNotice } from '../view/deleted-notice.tsx'
import css from './form.module.css'
import type { Contested } from './use-form.ts'

/**
 * Tells in an open form that somebody else has saved its record, before this one is saved. Where that touches nothing
 * that was typed it is taken over at once; else whoever types sees theirs beside it, or goes on with their own.
 */
export function Meanwhile<R extends Versioned>({ form, now }: { form: Contested<R>; now: R }) {
  const { row: base = now, isSaving, isBusy, stale, settle } = form
  const isNewer = now.version > base.version && !isSaving && !stale
  const others = changedNames(form.fields, base, now)
  const extra = form.changed.filter((name) => !(name in form.fields))
  const isHarmless = form.changed.length === 0 || (others.length === 0 && extra.length === 0)
  const [takenFrom, setTakenFrom] = useState<string>()
  const who = now.updated_by?.name ?? t('Someone')
  const takesOver = isNewer && isHarmless && !isBusy
  useEffect(() => {
    if (!takesOver) return
    if (others.length > 0) setTakenFrom(who)
    settle(now, typed(form), false)
  })
  if (takesOver || !isNewer)
    return takenFrom && !form.isUnsaved ? (
      <p className={css.meanwhile}>
        {t('{{who}} changed this meanwhile', { who: takenFrom })}. {t('You see it as it stands now.')}
      </p>
    ) : null
  return (
    <ChangedNotice who={who}>
      <Button
        size="xs"
        onClick={() => form.meet({ record: now, changedBy: who, changedAt: now.updated_at ?? '', changed: others })}
      >
        {t('See their version')}
      </Button>
      {extra.length === 0 ? (
        <Button size="xs" variant="default" onClick={() => settle(now, typed(form), false)}>
          {t('Keep mine')}
        </Button>
      ) : null}
    </ChangedNotice>
  )
}

/** Somebody else saved what is still being changed here, with the ways to go on. */
export const ChangedNotice = ({ who, children }: { who: string; children: ReactNode }) => (
  <div className={css.meanwhile} role="status">
    <p>
      <strong>{t('{{who}} changed this meanwhile', { who })}.</strong> {t('What you typed stays here.')}
    </p>
    {children}
  </div>
)

/** Somebody has locked the record of an open form, by a step of its flow: nothing is saved until that is undone, and what was typed waits for it. */
export const LockedNotice = ({ lock }: { lock: ScreenRefusalName }) => (
  <div className={css.meanwhile}>
    <p>
      <strong>{t(SCREEN_REFUSALS[lock].text)}</strong> {t('What you typed stays here.')}
    </p>
  </div>
)

/** The record of an open form was deleted, or taken out of one's sight: what was typed waits until it is back. */
export const GoneNotice = ({ definition, row }: { definition: Definition; row: AnyRow }) =>
  row.deleted_at ? (
    <DeletedNotice definition={definition} row={row}>
      {t('What you typed stays here.')}
    </DeletedNotice>
  ) : (
    <div className={css.meanwhile} role="status">
      <p>
        <strong>{t('This was deleted, or is no longer open to you.')}</strong> {t('What you typed stays here.')}
      </p>
    </div>
  )

/** What differs from the record as it was when the form opened. */
const typed = ({ changed, values }: Pick<Contested, 'changed' | 'values'>): Draft =>
  Object.fromEntries(changed.map((name) => [name, values[name]]))
