import { useState } from 'react'
import { t } from '../../../shared/language.ts'
import { keptAs, useLookup } from '../lookups.ts'
import { FieldError, inputId } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { type Option, PickDialog } from './pick-dialog.tsx'

/** Where the list comes from, and what its rows are to pick from. */
export interface Source<R, O extends Option> {
  path: string
  optionsOf: (rows: R[]) => O[]
}

interface Props<R, O extends Option> {
  name: string
  label: string
  /** What the button says while nothing is chosen. */
  ask: string
  value: string | null
  from: Source<R, O>
  onChoose: (option: O) => void
  error?: string
  isOptional?: boolean
  isDisabled?: boolean
}

/** A value from a long list: a button that looks like an input and opens the list. */
export function PickField<R, O extends Option>(props: Props<R, O>) {
  const { name, label, ask, value, from, onChoose, error, isOptional, isDisabled } = props
  const [isPicking, setPicking] = useState(false)
  const id = inputId(name)
  return (
    <div className="field">
      <span className="label" id={`${id}-label`}>
        {label}
        {isOptional && <span className="optional">{t('optional')}</span>}
      </span>
      <button
        type="button"
        id={id}
        className={`input pick ${error ? 'is-wrong' : ''}`}
        disabled={isDisabled}
        aria-haspopup="dialog"
        aria-labelledby={`${id}-label ${id}-value`}
        aria-describedby={error && `${id}-error`}
        onClick={() => setPicking(true)}
      >
        <span id={`${id}-value`} className={value ? '' : 'is-asked'}>
          {value ?? ask}
        </span>
        <Icon name="chevron-down" size={20} stroke={1.75} />
      </button>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {isPicking && (
        <Picking
          title={label}
          from={from}
          chosen={value}
          onChoose={(option) => {
            setPicking(false)
            onChoose(option)
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  )
}

interface PickingProps<R, O extends Option> extends Pick<Props<R, O>, 'from' | 'onChoose'> {
  title: string
  chosen: string | null
  onClose: () => void
}

/** The list is asked for when it is opened. */
function Picking<R, O extends Option>({ from: { path, optionsOf }, ...rest }: PickingProps<R, O>) {
  const { rows, ...found } = useLookup<R>(path, keptAs(path))
  return (
    <PickDialog
      {...rest}
      options={{ ...found, rows: rows && optionsOf(rows) }}
      ask={t('Type a part of the name')}
      none={(search) => t('No name matches “{{search}}”.', { search })}
    />
  )
}
