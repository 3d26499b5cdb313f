import { useEffect, useState } from 'react'
import { t } from '../../../shared/language.ts'
import { FieldError, inputId } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import type { PartProps } from './feedback-form.tsx'
import { addressOf, type Store, useStores } from './lookups.ts'
import { StorePicker } from './store-picker.tsx'

const ASKED_CODE = new URLSearchParams(location.search).get('store')?.trim() || null

/** The store as a card; from a store's own poster it is chosen already. */
export function StoreField({ draft, errors, change }: PartProps) {
  const stores = useStores()
  const [isPicking, setPicking] = useState(false)
  const [isAsked, setAsked] = useState(ASKED_CODE !== null)
  const asked = stores.rows?.find(({ code }) => code.toLowerCase() === ASKED_CODE?.toLowerCase())
  const chosen = stores.rows?.find(({ id }) => id === draft.store)
  useEffect(() => {
    if (!isAsked || !asked) return
    setAsked(false)
    change({ store: asked.id })
  })
  const choose = (store: Store) => {
    setAsked(false)
    setPicking(false)
    change({ store: store.id })
  }
  const id = inputId('store')
  const isLoading = stores.rows === null && !stores.isFailed && (draft.store !== null || isAsked)
  const isUnknown = ASKED_CODE !== null && stores.rows !== null && !asked && !chosen
  const describedBy = [errors.store && `${id}-error`, isUnknown && `${id}-hint`].filter(Boolean).join(' ') || undefined
  return (
    <div className="field store-field">
      {isLoading ? (
        <div className="store-card skeleton" />
      ) : (
        <button
          type="button"
          id={id}
          className={`store-card ${errors.store ? 'is-wrong' : ''}`}
          aria-haspopup="dialog"
          aria-describedby={describedBy}
          onClick={() => setPicking(true)}
        >
          {chosen ? <Chosen store={chosen} /> : <NotChosen />}
        </button>
      )}
      {errors.store && <FieldError id={`${id}-error`}>{errors.store}</FieldError>}
      {isUnknown && (
        <p className="hint" id={`${id}-hint`}>
          {t('We do not know a store {{code}}. Please choose yours.', { code: ASKED_CODE ?? '' })}
        </p>
      )}
      {isPicking && (
        <StorePicker stores={stores} chosen={draft.store} onChoose={choose} onClose={() => setPicking(false)} />
      )}
    </div>
  )
}

const Chosen = ({ store }: { store: Store }) => (
  <>
    <span className="store-code">{store.code}</span>
    <span className="store-words">
      <b>{store.name}</b>
      <small>{addressOf(store)}</small>
    </span>
    <span className="store-change">{t('Change')}</span>
  </>
)

const NotChosen = () => (
  <>
    <span className="store-code">
      <Icon name="building-store" size={22} stroke={1.6} />
    </span>
    <span className="store-words">
      <b>{t('Which store is it about?')}</b>
      <small>{t('Choose a store')}</small>
    </span>
    <Icon name="chevron-right" size={22} stroke={1.75} />
  </>
)
