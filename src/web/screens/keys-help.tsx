import { Modal } from '@mantine/core'
import { t } from '../../shared/language.ts'
import css from './list.module.css'

/** The keys a list knows, and what the browser's own search cannot find. */
export default function KeysHelp({ onClose }: { onClose: () => void }) {
  const keys: [string[], string][] = [
    [['j', 'k'], t('Next and previous row')],
    [['Enter'], t('Open the row')],
    [['x'], t('Select the row')],
    [['Esc'], t('Clear the selection')],
    [['/'], t('Search')],
    [['c'], t('Create')],
    [['Ctrl', 'K'], t('Search everywhere')],
    [['?'], t('Show these keys')],
  ]
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Keys')}
      centered
      size={420}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <dl className={css.keys}>
        {keys.map(([names, words]) => (
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
      <p className={css.note}>
        {t(
          'Of a hundred rows and more only those in sight are drawn: the browser’s own search sees no others. Search with / instead.',
        )}
      </p>
    </Modal>
  )
}
