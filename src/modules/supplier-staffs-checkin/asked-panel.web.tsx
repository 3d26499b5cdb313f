import { t } from '../../shared/language.ts'
import css from './desk.module.css'
import { Bags, onEscape } from './panel-parts.web.tsx'

interface AskedProps {
  bags: number | string
  onBags: (bags: number | string) => void
  onClear: () => void
}

/** Until it is known who was scanned: what is typed at once is how many bags they have. */
export const AskedPanel = ({ bags, onBags, onClear }: AskedProps) => (
  <section className={css.panel} data-state="asked" aria-label={t('Looking up…')} aria-busy="true">
    <p>{t('Looking up…')}</p>
    {/* biome-ignore lint/a11y/noStaticElementInteractions: hears a key of the field in it */}
    <div className={css.form} onKeyDown={(event) => onEscape(event, onClear)}>
      <Bags label={t('Bags')} value={bags} onChange={onBags} error={undefined} />
    </div>
  </section>
)
