import { t } from '../../shared/language.ts'
import { Dialog } from '../ui/dialog.tsx'
import css from './list/list.module.css'

/** Keys that are pressed together or one for the other, and what they do. */
export type KeyWords = readonly [keys: readonly string[], does: string]

/** The keys of where one is, and those that work everywhere; without any said, those of a list, and what the browser's own search cannot find there. */
export default function KeysHelp({ keys: own, onClose }: { keys?: readonly KeyWords[]; onClose: () => void }) {
  const ofList: KeyWords[] = [
    [['j', 'k'], t('Next and previous row')],
    [['Enter'], t('Open the row')],
    [['x'], t('Select the row')],
    [['⇧', 'J'], t('Select the rows one passes')],
    [['Esc'], t('Clear the selection')],
    [['/'], t('Search')],
    [['c'], t('Create')],
  ]
  const everywhere: KeyWords[] = [
    [['Ctrl', 'K'], t('Search everywhere')],
    [['Ctrl', '/'], t('Assistant')],
    [['?'], t('Show these keys')],
  ]
  return (
    <Dialog opened onClose={onClose} title={t('Keys')} size={420}>
      <dl className={css.keys}>
        {[...(own ?? ofList), ...everywhere].map(([names, words]) => (
          <div key={words}>
            <dt>
              {names.map((name) => (
                <kbd key={name} className={css.key}>
                  {name}
                </kbd>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      {own ? null : (
        <p className={css.note}>
          {t(
            'From a hundred rows on, only the visible ones are drawn, so the browser’s own search misses the others. Search with / instead.',
          )}
        </p>
      )}
    </Dialog>
  )
}
