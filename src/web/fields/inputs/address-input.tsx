import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { isAddress, isNowhere } from '../../../shared/vietnam/places.ts'
import css from './address.module.css'
import { FormerPlace } from './former-place.tsx'
import { Framed, type InputProps, inputId } from './frame.tsx'
import { BLANK, provinces, wardsOf } from './places.ts'
import { type PlaceProps, UnitSelect } from './unit-select.tsx'

/** An address: province, then ward, then the street; who only knows the former one is shown what it became. */
export default function AddressInput(props: InputProps) {
  const { name, value, onChange, disabled } = props
  const address = isAddress(value) ? value : BLANK
  const [isFormer, setIsFormer] = useState(address.model === 1)
  const set = (part: Partial<Address>) => {
    const next = { ...address, ...part }
    onChange(isNowhere(next) ? null : next)
  }
  const leaveFormer = () => {
    setIsFormer(false)
    set({ ...BLANK, line: address.line })
  }
  const of = { address, set, name, disabled: disabled === true, hasError: props.error !== undefined }
  return (
    <Framed of={props} as="div">
      {({ id: _, ...aria }) => (
        <fieldset {...aria} className={css.address}>
          {isFormer ? (
            <FormerPlace {...of} onMoved={() => setIsFormer(false)} />
          ) : (
            <Place {...of} autoFocus={props.autoFocus === true} />
          )}
          <TextInput
            id={`${inputId(name)}-line`}
            className={css.line}
            aria-label={t('House number and street')}
            placeholder={t('House number and street')}
            autoComplete="street-address"
            disabled={disabled === true}
            error={props.error !== undefined}
            value={address.line}
            onChange={(event) => set({ line: event.currentTarget.value })}
          />
          {address.former ? (
            <p className={css.note}>{t('Before July 2025: {{place}}', { place: address.former })}</p>
          ) : null}
          <button
            type="button"
            id={`${inputId(name)}-turn`}
            className={css.turn}
            disabled={disabled === true}
            onClick={isFormer ? leaveFormer : () => setIsFormer(true)}
          >
            {isFormer ? t('I have the current address') : t('I have an old address (with a district)')}
          </button>
        </fieldset>
      )}
    </Framed>
  )
}

function Place({ address, set, name, disabled, hasError, autoFocus }: PlaceProps & { autoFocus: boolean }) {
  const all = useQuery(provinces())
  const wards = useQuery(wardsOf(address.province_code ?? ''))
  return (
    <>
      <UnitSelect
        id={inputId(name)}
        label={t('Province or city')}
        units={(all.data ?? []).map((one) => ({ value: one.code, label: one.name }))}
        {...{ disabled, hasError, autoFocus }}
        value={address.province_code ?? null}
        written={address.province}
        onChange={(code) =>
          set({
            ...{ province_code: code, province: all.data?.find((one) => one.code === code)?.name ?? null },
            ...{ ward_code: null, ward: null, district: null, former: null, model: 2 },
          })
        }
      />
      <UnitSelect
        id={`${inputId(name)}-ward`}
        label={t('Ward or commune')}
        units={(wards.data ?? []).map((one) => ({ value: one.code, label: one.name }))}
        disabled={disabled || !address.province_code}
        hasError={hasError}
        value={address.ward_code ?? null}
        written={address.ward}
        onChange={(code) =>
          set({ ward_code: code, ward: wards.data?.find((one) => one.code === code)?.name ?? null, former: null })
        }
      />
    </>
  )
}
