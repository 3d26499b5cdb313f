import { Menu } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { t } from '../../../shared/language.ts'
import { type FlowProps, isDanger, useOpenSteps, usePress } from './flow-buttons.tsx'

/** The dangerous steps open to this user, as items of a menu. */
export function DangerItems(props: FlowProps) {
  const { press } = usePress(props)
  return useOpenSteps(props.definition, props.row)
    .filter(isDanger)
    .map(([name, step]) => (
      <Menu.Item key={name} color="red" leftSection={<IconTrash size={16} />} onClick={() => void press(name, step)}>
        {t(step.label)}
      </Menu.Item>
    ))
}
