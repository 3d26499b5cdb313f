import type { ReactNode } from 'react'
import type { Asked } from './kind.ts'
import type { PartProps } from './use-form.ts'

interface Props<V extends Asked> {
  part: PartProps<V>
  name: keyof V & string
  children: ReactNode
}

/** A yes that nobody has to give. */
export const CheckBox = <V extends Asked>({ part: { values, change }, name, children }: Props<V>) => (
  <label className="check">
    <input
      name={name}
      type="checkbox"
      checked={values[name] === true}
      onChange={(event) => change({ [name]: event.target.checked } as Partial<V>)} // a yes-or-no's name
    />
    <span>{children}</span>
  </label>
)
