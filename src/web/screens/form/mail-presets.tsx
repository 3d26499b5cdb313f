import { Button } from '@mantine/core'
import { t } from '../../../shared/language.ts'
import { MAIL_PRESETS } from '../../../shared/mail-connection.ts'
import type { Draft } from '../../fields/values.ts'
import css from './form.module.css'

/** What providers say about their servers, by one press. */
export function MailPresets({
  host,
  disabled,
  fill,
}: {
  /** The server that is read from now. */
  host: unknown
  disabled: boolean
  fill: (servers: Draft) => void
}) {
  const chosen = MAIL_PRESETS.find(({ imap_host }) => imap_host === host)
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a row of buttons with its name before it, not a frame */}
      <div className={css.presets} role="group" aria-labelledby="presets">
        <span id="presets">{t('Fill in for')}</span>
        {MAIL_PRESETS.map(({ name, hint, ...servers }) => (
          <Button key={name} size="xs" variant="default" disabled={disabled} onClick={() => fill(servers)}>
            {name}
          </Button>
        ))}
      </div>
      {chosen?.hint && (
        <p className={css.note} role="status">
          {t(chosen.hint)}
        </p>
      )}
    </>
  )
}
