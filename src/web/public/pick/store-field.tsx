import { useEffect, useMemo, useState } from 'react'
import { t } from '../../../shared/language.ts'
import type { PartProps } from '../form/use-form.ts'
import { addressOf, type Lookup, provinceOf, type Store, useStores } from '../lookups.ts'
import { FieldError, inputId } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { type Option, PickDialog } from './pick-dialog.tsx'

const ASKED_CODE = new URLSearchParams(location.search).get('store')?.trim() || null

interface Values {
  store: number | null
}

interface Props {
  part: Pick<PartProps<Values>, 'values' | 'errors' | 'change'>
  /** What is asked while none is chosen. */
  ask: string
}

/** The store as a card; from a store's own poster it is chosen already. */
export function StoreField({ part: { values, errors, change }, ask }: Props) {
  const stores = useStores()
  const options = useMemo(() => optionsOf(stores), [stores])
  const [isPicking, setPicking] = useState(false)
  const [isAsked, setAsked] = useState(ASKED_CODE !== null)
  const asked = stores.rows?.find(({ code }) => code.toLowerCase() === ASKED_CODE?.toLowerCase())
  const chosen = stores.rows?.find(({ id }) => id === values.store)
  useEffect(() => {
    if (!isAsked || !asked) return
    setAsked(false)
    change({ store: asked.id })
  })
  const choose = (store: number) => {
    setAsked(false)
    setPicking(false)
    change({ store })
  }
  const id = inputId('store')
  const isLoading = stores.rows === null && !stores.isFailed && (values.store !== null || isAsked)
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
          {chosen ? <Chosen store={chosen} /> : <NotChosen ask={ask} />}
        </button>
      )}
      {errors.store && <FieldError id={`${id}-error`}>{errors.store}</FieldError>}
      {isUnknown && (
        <p className="hint" id={`${id}-hint`}>
          {t('We do not know a store {{code}}. Please choose yours.', { code: ASKED_CODE ?? '' })}
        </p>
      )}
      {isPicking && (
        <PickDialog
          title={t('Choose a store')}
          ask={t('Search by name, code or address')}
          none={(search) => t('No store matches “{{search}}”.', { search })}
          options={options}
          chosen={values.store}
          onChoose={(option) => choose(option.id)}
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  )
}

const optionsOf = (stores: Lookup<Store>): Lookup<Option & { id: number }> => ({
  ...stores,
  rows:
    stores.rows?.map((store) => ({
      id: store.id,
      code: store.code,
      name: store.name,
      more: addressOf(store),
      group: provinceOf(store),
    })) ?? null,
})

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

const NotChosen = ({ ask }: { ask: string }) => (
  <>
    <span className="store-code">
      <Icon name="building-store" size={22} stroke={1.6} />
    </span>
    <span className="store-words">
      <b>{ask}</b>
      <small>{t('Choose a store')}</small>
    </span>
    <Icon name="chevron-right" size={22} stroke={1.75} />
  </>
)
