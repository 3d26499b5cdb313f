import { Combobox } from '@mantine/core'
import { useRef } from 'react'
import { moduleOf } from '../../../modules/index.ts'
import type { Named } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { normalizeText } from '../../../shared/vietnam/vietnam.ts'
import { post } from '../../api.ts'
import { changed } from '../../query.ts'
import { useMay } from '../../session.ts'
import { sayFailure } from '../../ui/snackbar.tsx'
import { type Offered, wireOf } from '../names.ts'

/** The value of the option that creates what was typed. */
export const CREATE = 'create'

export const CreateOption = ({ name }: { name: string }) => (
  <Combobox.Option value={CREATE}>{t('Create “{{name}}”', { name })}</Combobox.Option>
)

export const isKnown = (typed: string, among: readonly Offered[]) =>
  among.some((one) => normalizeText(one.name) === normalizeText(typed.trim()))

/** Creates a record by its name where it is picked, if the module allows that and the user may; that it failed is said. */
export function useCreation(module: string | undefined, onBusy: ((isBusy: boolean) => void) | undefined) {
  const may = useMay()
  const underWay = useRef(0)
  const definition = moduleOf(module ?? '')
  if (!definition || !isCreatable(definition)) return undefined
  const { permission, inlineCreatePermission, title, name: own } = definition
  if (!(inlineCreatePermission ? may(inlineCreatePermission, 'edit') : may(permission, 'add'))) return undefined
  const path = inlineCreatePermission ? `${wireOf(module)}/grow` : wireOf(module)
  return async (name: string, onMade: (made: Named) => void): Promise<void> => {
    onBusy?.(++underWay.current > 0)
    try {
      // Where it is there already in other letters, that one is what comes back.
      const made = await post<{ id: number; name?: string }>(path, { [title]: name })
      changed(own)
      onMade({ id: made.id, name: made.name ?? name })
    } catch (error) {
      sayFailure(error)
    } finally {
      onBusy?.(--underWay.current > 0)
    }
  }
}

const isCreatable = ({ fields, inlineCreatePermission }: Definition) =>
  inlineCreatePermission !== undefined || Object.keys(fields).length === 1
