import { useEffect, useState } from 'react'
import { t } from '../../shared/language.ts'
import { AwaitedDialog } from '../ui/dialogs/awaited-dialog.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import css from './list/list.module.css'
import { actsHere } from './page-acts.ts'

/** Keys that are pressed together or one for the other, and what they do. */
export type KeyWords = readonly [keys: readonly string[], does: string]

interface Group {
  of: string
  words: readonly KeyWords[]
}

/** The keys of where one is, by what they act on, and those that work everywhere. */
export default function KeysHere({ onClose }: { onClose: () => void }) {
  const [here, tell] = useState<Awaited<ReturnType<typeof actsHere>>>()
  useEffect(() => void actsHere().then(tell), [])
  if (!here) return <AwaitedDialog close={onClose} />
  const groups = here.map(({ of, acts }) => ({
    of,
    words: acts.flatMap(({ keys, label }): KeyWords[] => (keys ? [[keys.map(written), label]] : [])),
  }))
  return <KeysHelp groups={groups.filter(({ words }) => words.length > 0)} onClose={onClose} />
}

/** A list of keys; those that work everywhere follow. */
export function KeysHelp({ groups, onClose }: { groups: readonly Group[]; onClose: () => void }) {
  const everywhere: KeyWords[] = [
    [['Ctrl', 'K'], t('Search everywhere')],
    [['Ctrl', '/'], t('Assistant')],
    [['Ctrl', 'Enter'], t('Send what is written, also in a dialog')],
    [['?'], t('Show these keys')],
  ]
  return (
    <Dialog opened onClose={onClose} title={t('Keys')} size={760}>
      <div className={css.keyGroups}>
        {[...groups, { of: t('Everywhere'), words: everywhere }].map(({ of, words }) => (
          <section key={of} className={css.keyGroup}>
            {of ? <h3>{of}</h3> : null}
            <dl className={css.keys}>
              {words.map(([names, does]) => (
                <div key={does}>
                  <dt>
                    {names.map((name) => (
                      <kbd key={name} className={css.key}>
                        {name}
                      </kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

/** A key as it stands on the keyboard. */
export const written = (key: string): string => (/^[A-Z]$/.test(key) ? `⇧ ${key}` : key)
