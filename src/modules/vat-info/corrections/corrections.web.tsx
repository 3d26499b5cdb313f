import { formatDay } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import type { Row } from '../../../shared/resource.ts'
import { labelOf, Mark } from '../../../web/fields/cell.tsx'
import type { AnyRow } from '../../../web/screens/module.ts'
import { vatInfo } from '../vat-info.ts'
import css from './corrections.module.css'
import { chainOf, type Link } from './corrections.ts'

const REASON = vatInfo.fields.correction_reason

/** The invoice first issued and those that correct it, each leading to what it corrects and to what corrects it. */
export function Chain({ row, isPrinted }: { row: AnyRow; isPrinted?: boolean }) {
  const chain = chainOf(row as unknown as Row<typeof vatInfo>) // a request, as the API shows it
  if (chain.length < 2) return null
  return (
    <section className={css.chain} data-paper={isPrinted || undefined}>
      <h3>{t('Invoice and corrections')}</h3>
      <ol>
        {chain.map((link, at) => (
          <li key={link.name} id={placeOf(at)} tabIndex={-1}>
            <One link={link} chain={chain} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function One({ link, chain }: { link: Link; chain: readonly Link[] }) {
  const { correction, corrects, correctedBy } = link
  return (
    <>
      <p className={css.head}>
        <strong>{link.name}</strong>
        <span>{link.on ? formatDay(link.on) : null}</span>
        {link.isReplaced ? <Mark tone="mute">{t('No longer valid')}</Mark> : null}
      </p>
      <p className={css.ways}>
        {corrects === null ? null : (
          <Way at={corrects} chain={chain} says={correction?.way === 'replaced' ? 'Replaces' : 'Adjusts'} />
        )}
        {correctedBy.map((by) => (
          <Way
            key={by}
            at={by}
            chain={chain}
            says={chain[by]?.correction?.way === 'replaced' ? 'Replaced by' : 'Adjusted by'}
          />
        ))}
      </p>
      {correction ? (
        <>
          <p>
            {correction.reason ? `${labelOf(REASON, correction.reason)}: ` : null}
            {correction.details}
          </p>
          <p className={css.note}>{correction.note}</p>
        </>
      ) : null}
    </>
  )
}

const Way = ({ at, chain, says }: { at: number; chain: readonly Link[]; says: string }) => (
  <span>
    {t(says)} <a href={`#${placeOf(at)}`}>{chain[at]?.name}</a>
  </span>
)

const placeOf = (at: number): string => `invoice-${at + 1}`
