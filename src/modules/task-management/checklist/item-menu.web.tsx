import { ActionIcon, Menu } from '@mantine/core'
import { IconDotsVertical, IconNote, IconPencil, IconRotate, IconTrash } from '@tabler/icons-react'
import { longText } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { pick } from '../../../shared/resource.ts'
import { askFields } from '../../../web/screens/form/fields-dialog.tsx'
import { snackbar } from '../../../web/ui/snackbar.tsx'
import { checklistItems } from '../checklist.ts'
import type { ItemProps } from './item-props.web.ts'

const SHAPE = pick(checklistItems, 'title', 'kind', 'needs_photo', 'unit', 'least', 'most', 'due_at', 'person')
const NOTE = pick(checklistItems, 'note')
const REASON = { reason: longText('Reason', { required: true, max: 300 }) }

/** What is done to an item less often. */
export function ItemMenu(props: ItemProps) {
  const { item, acts, canGive, canShape, canSendBack } = props
  const isAgain = canSendBack && item.done_at !== null
  if (!canGive && !canShape && !isAgain) return null
  const remove = async () => {
    if (await acts.remove(item)) snackbar(t('{{name}} is taken off the list', { name: item.title }))
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('More for {{name}}', { name: item.title })}>
          <IconDotsVertical size={18} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {canGive && (
          <Menu.Item leftSection={<IconNote size={16} />} onClick={() => void note(props)}>
            {t('Note…')}
          </Menu.Item>
        )}
        {canShape && (
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => void shape(props)}>
            {t('What it asks for…')}
          </Menu.Item>
        )}
        {isAgain && (
          <Menu.Item leftSection={<IconRotate size={16} />} onClick={() => void again(props)}>
            {t('Have it done again…')}
          </Menu.Item>
        )}
        {canShape && (
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => void remove()}>
            {t('Take it off the list')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

const note = ({ item, acts }: ItemProps) =>
  askFields({
    title: item.title,
    fields: NOTE,
    values: { note: item.note },
    draftKey: `${checklistItems.name}/${item.id}/note`,
    submit: t('Save'),
    onSubmit: (values) => acts.send(item, values),
  })

/** Only people who do the task may be asked for an item of it. */
const shape = ({ item, task, acts }: ItemProps) =>
  askFields({
    title: t('What it asks for'),
    description: task.processors.length > 1 ? t('The person is one of the processors.') : '',
    fields: task.processors.length > 1 ? SHAPE : pick(checklistItems, ...ALONE),
    values: { ...item },
    draftKey: `${checklistItems.name}/${item.id}/shape`,
    submit: t('Save'),
    onSubmit: (values) => acts.send(item, { ...values, version: item.version }),
  })
const ALONE = ['title', 'kind', 'needs_photo', 'unit', 'least', 'most', 'due_at'] as const

const again = ({ item, acts }: ItemProps) =>
  askFields({
    title: `${t('Have it done again')} · ${item.title}`,
    fields: REASON,
    draftKey: `${checklistItems.name}/${item.id}/again`,
    submit: t('Have it done again'),
    onSubmit: (values) => acts.again(item, values),
  })
