import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../../shared/language.ts'
import { type FormerWard, movedTo, type Ward } from '../../../shared/vietnam/places.ts'
import css from './address.module.css'
import { inputId } from './frame.tsx'
import { formerProvinces, formerWardsOf } from './places.ts'
import { type PlaceProps, UnitSelect } from './unit-select.tsx'

/** The three levels before July 2025, and the ward of today that they became, to be confirmed. */
export function FormerPlace({ address, set, name, disabled, onMoved }: PlaceProps & { onMoved: () => void }) {
  const province = address.model === 1 ? address.province : null
  const all = useQuery(formerProvinces())
  const wards = useQuery(formerWardsOf(province ?? '')).data ?? []
  const here = wards.filter((one) => one.district === address.district)
  const chosen = here.find((one) => one.ward === (address.ward ?? ''))
  const blank = { ward: null, ward_code: null, province_code: null, former: null, model: 1 } as const
  const id = `${inputId(name)}-former`
  return (
    <>
      <UnitSelect
        id={`${id}-province`}
        label={t('Province or city before July 2025')}
        units={named((all.data ?? []).map((one) => one.name))}
        value={province}
        written={province}
        onChange={(value) => set({ ...blank, province: value, district: null })}
        disabled={disabled}
      />
      <UnitSelect
        id={`${id}-district`}
        label={t('District (former model)')}
        units={named([...new Set(wards.map((one) => one.district))])}
        value={address.district}
        written={address.district}
        onChange={(value) => set({ ...blank, province, district: value })}
        disabled={disabled || !province}
      />
      <UnitSelect
        id={`${id}-ward`}
        label={t('Ward before July 2025')}
        units={named(here.map((one) => one.ward).filter(Boolean))}
        value={address.ward}
        written={address.ward}
        onChange={(value) => set({ ...blank, province, district: address.district, ward: value })}
        disabled={disabled || !address.district}
      />
      {chosen ? (
        <Suggested
          of={chosen}
          disabled={disabled}
          onChoose={(ward) => {
            set(movedTo(address, ward))
            onMoved()
          }}
        />
      ) : null}
    </>
  )
}

interface SuggestedProps {
  of: FormerWard
  disabled: boolean
  onChoose: (ward: Ward) => void
}

function Suggested({ of: { now }, disabled, onChoose }: SuggestedProps) {
  return (
    <div className={css.suggested} role="status">
      <p>{now.length > 1 ? t('This ward was divided. Which one is it today?') : t('Since July 2025 this is:')}</p>
      {now.map((ward) => (
        <Button key={ward.code} variant="light" disabled={disabled} onClick={() => onChoose(ward)}>
          {t('Use {{ward}}, {{province}}', { ward: ward.name, province: ward.province })}
        </Button>
      ))}
    </div>
  )
}

const named = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }))
