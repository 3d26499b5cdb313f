import { t } from '../../../shared/language.ts'
import type { FormerWard, Ward } from '../../../shared/vietnam/places.ts'
import type { Option } from '../pick/pick-dialog.tsx'
import { PickField } from '../pick/pick-field.tsx'
import { Field } from '../ui/field.tsx'
import { noPlace, type Place, PROVINCES } from './place.ts'

interface Props {
  /** The name of the field whose errors stand here. */
  name: string
  place: Place
  error?: string
  onChange: (place: Place) => void
  isOptional?: boolean
}

/** Province and ward, or the province, district and ward of before July 2025; then house number and street. */
export function PlaceFields({ name, place, error, onChange, isOptional = false }: Props) {
  const set = (changes: Partial<Place>) => onChange({ ...place, ...changes })
  const Levels = place.model === 2 ? TwoLevels : ThreeLevels
  return (
    <div className="group places">
      <Levels name={name} place={place} error={error} set={set} isOptional={isOptional} />
      <button
        type="button"
        className="link"
        onClick={() => onChange({ ...noPlace(place.model === 2 ? 1 : 2), line: place.line })}
      >
        {place.model === 2 ? t('I have an address with a district') : t('I have an address without a district')}
      </button>
      <Field name={`${name}-line`} label={t('House number, street')} isOptional={isOptional}>
        {(input) => (
          <input
            {...input}
            className="input"
            autoComplete="address-line1"
            autoCapitalize="words"
            enterKeyHint="next"
            maxLength={255}
            value={place.line}
            onChange={(event) => set({ line: event.target.value })}
          />
        )}
      </Field>
    </div>
  )
}

interface LevelProps {
  name: string
  place: Place
  error?: string
  set: (changes: Partial<Place>) => void
  isOptional: boolean
}

function TwoLevels({ name, place: { province, ward }, error, set, isOptional }: LevelProps) {
  return (
    <>
      <PickField
        name={name}
        label={t('Province or city')}
        ask={t('Choose a province or city')}
        value={province?.name ?? null}
        error={error}
        isOptional={isOptional}
        from={TODAYS_PROVINCES}
        onChoose={({ id, name: called }) => set({ province: { code: String(id), name: called }, ward: null })}
      />
      <PickField
        name={`${name}-ward`}
        label={t('Ward or commune')}
        ask={province ? t('Choose a ward or commune') : t('First choose a province or city')}
        value={ward?.name ?? null}
        isOptional={isOptional}
        isDisabled={!province}
        from={wardsOf(province?.code ?? '')}
        onChoose={({ id, name: called }) => set({ ward: { code: String(id), name: called } })}
      />
    </>
  )
}

function ThreeLevels({ name, place, error, set, isOptional }: LevelProps) {
  const { province, district, ward, became, today } = place
  const blank = { ward: null, became: [], today: null }
  return (
    <>
      <PickField
        name={name}
        label={t('Province or city')}
        ask={t('Choose a province or city')}
        value={province?.name ?? null}
        error={error}
        isOptional={isOptional}
        from={FORMER_PROVINCES}
        onChoose={({ name: called }) => set({ province: { name: called }, district: null, ...blank })}
      />
      <PickField
        name={`${name}-district`}
        label={t('District')}
        ask={province ? t('Choose a district') : t('First choose a province or city')}
        value={district}
        isOptional={isOptional}
        isDisabled={!province}
        from={districtsOf(province?.name ?? '')}
        onChoose={({ name: called }) => set({ district: called, ...blank })}
      />
      <PickField
        name={`${name}-ward`}
        label={t('Ward or commune')}
        ask={district ? t('Choose a ward or commune') : t('First choose a district')}
        value={ward?.name ?? null}
        isOptional={isOptional}
        isDisabled={!district}
        from={formerWardsOf(province?.name ?? '', district ?? '')}
        onChoose={({ name: called, now }) => set({ ward: { name: called }, became: now, today: null })}
      />
      {became.length > 0 && <Today became={became} today={today} onChoose={(found) => set({ today: found })} />}
    </>
  )
}

/** What the ward is called since July 2025, to be confirmed. */
function Today({
  became,
  today,
  onChoose,
}: {
  became: Ward[]
  today: Ward | null
  onChoose: (ward: Ward | null) => void
}) {
  return (
    <fieldset className="today">
      <legend className="hint">{t('This place has had a new name since July 2025. Which one is it?')}</legend>
      <div className="types-grid">
        {became.map((ward) => (
          <label key={ward.code} className="type">
            <input type="radio" name="today" checked={today?.code === ward.code} onChange={() => onChoose(ward)} />
            <span>
              {ward.name}, {ward.province}
            </span>
          </label>
        ))}
        <label className="type">
          <input type="radio" name="today" checked={today === null} onChange={() => onChoose(null)} />
          <span>{t('I am not sure')}</span>
        </label>
      </div>
    </fieldset>
  )
}

interface Unit {
  code: string
  name: string
}

const unitsOf = (rows: Unit[]): Option[] => rows.map(({ code, name }) => ({ id: code, name }))
const TODAYS_PROVINCES = { path: PROVINCES[2], optionsOf: unitsOf }
const wardsOf = (province: string) => ({ path: `/location?province=${province}`, optionsOf: unitsOf })
const FORMER_PROVINCES = {
  path: PROVINCES[1],
  optionsOf: (rows: { name: string }[]): Option[] => rows.map(({ name }) => ({ id: name, name })),
}
const formerPath = (province: string) => `/location?model=1&province=${encodeURIComponent(province)}`
const districtsOf = (province: string) => ({
  path: formerPath(province),
  optionsOf: (rows: FormerWard[]): Option[] =>
    [...new Set(rows.map(({ district }) => district))].map((name) => ({ id: name, name })),
})
const formerWardsOf = (province: string, wanted: string) => ({
  path: formerPath(province),
  optionsOf: (rows: FormerWard[]) =>
    rows.filter(({ district }) => district === wanted).map(({ ward, now }) => ({ id: ward, name: ward, now })),
})
