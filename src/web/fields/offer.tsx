import { Combobox, Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../shared/language.ts'
import css from './fields.module.css'
import type { Offered } from './names.ts'

interface OfferProps {
  offers: readonly Offered[]
  isLoading: boolean
  hasFailed: boolean
  isChosen: (id: number) => boolean
  /** A last entry, e.g. to create what was not found. */
  last?: ReactNode
}

/** The open list of a record picker: what was found, or why there is nothing. */
export function Offer({ offers, isLoading, hasFailed, isChosen, last }: OfferProps) {
  return (
    <Combobox.Dropdown>
      <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label={t('Suggestions')}>
        {offers.map((offer) => (
          <Combobox.Option key={offer.id} value={String(offer.id)} active={isChosen(offer.id)} className={css.offer}>
            <span>{offer.name}</span>
            {offer.hint ? <small>{offer.hint}</small> : null}
          </Combobox.Option>
        ))}
        {last}
        {offers.length === 0 && !last ? <Combobox.Empty>{emptyText(isLoading, hasFailed)}</Combobox.Empty> : null}
      </Combobox.Options>
    </Combobox.Dropdown>
  )
}

function emptyText(isLoading: boolean, hasFailed: boolean): ReactNode {
  if (isLoading) return <Loader size="xs" aria-label={t('Loading…')} />
  return hasFailed ? t('The list could not be loaded. Please try again.') : t('Nothing found')
}
