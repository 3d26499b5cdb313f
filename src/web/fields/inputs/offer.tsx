import { Combobox, Loader } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '../../../shared/language.ts'
import { useCutOff } from '../cut-off.ts'
import css from '../fields.module.css'
import type { Offered } from '../names.ts'
import { mostHigh } from './opening.ts'

interface OfferProps {
  offers: readonly Offered[]
  found: Pick<UseQueryResult, 'isPending' | 'isError' | 'isFetching'>
  isChosen: (id: number) => boolean
  /** A last entry, e.g. to create what was not found. */
  last?: ReactNode
}

/** The open list of a record picker: what was found, or why there is nothing. */
export function Offer({ offers, found, isChosen, last }: OfferProps) {
  const cutOff = useCutOff(found)
  // What was found for other words does not answer these.
  const shown = cutOff ? [] : offers
  return (
    <Combobox.Dropdown>
      <Combobox.Options mah={mostHigh(280)} style={{ overflowY: 'auto' }} aria-label={t('Suggestions')}>
        {shown.map((offer) => (
          <Combobox.Option key={offer.id} value={String(offer.id)} active={isChosen(offer.id)} className={css.offer}>
            <span>{offer.name}</span>
            {offer.hint ? <small>{offer.hint}</small> : null}
          </Combobox.Option>
        ))}
        {last}
        {shown.length === 0 && !last ? <Combobox.Empty>{cutOff ?? emptyText(found)}</Combobox.Empty> : null}
      </Combobox.Options>
    </Combobox.Dropdown>
  )
}

function emptyText({ isPending, isError }: OfferProps['found']): ReactNode {
  if (isPending) return <Loader size="xs" aria-label={t('Loading…')} />
  return isError ? t('The list could not be loaded. Please try again.') : t('Nothing found')
}
