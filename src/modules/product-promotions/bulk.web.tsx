import { Menu } from '@mantine/core'
import { IconDots, IconTags } from '@tabler/icons-react'
import { count, type Fields, longText } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import { type Query, queryString } from '../../web/api.ts'
import { go } from '../../web/app/location.ts'
import type { Deed, Selection } from '../../web/screens/bulk/bulk.ts'
import { figure } from '../../web/screens/bulk/bulk-acts.ts'
import { BulkMenu, BulkPress } from '../../web/screens/bulk/bulk-buttons.tsx'
import { askFields } from '../../web/screens/form/fields-dialog.tsx'
import { useMay } from '../../web/session.ts'
import { confirm } from '../../web/ui/dialogs/confirm.tsx'
import { sayFailure } from '../../web/ui/snackbar.tsx'
import { productPromotions } from './product-promotions.ts'

const REASON = {
  reason: longText('Reason', { max: 500, hint: 'Needed above the limits of the law and where promotions overlap' }),
}

interface Act {
  label: string
  says: string
  needs: 'add' | 'edit'
  fields: Fields | null
}

const ACTS: Record<string, Act> = {
  extend: {
    label: 'Extend',
    says: 'Each gets so many days more.',
    needs: 'edit',
    fields: { days: count('Days longer', { required: true, min: 1, max: 366 }), ...REASON },
  },
  end: {
    label: 'End now',
    says: 'What runs today ends at once; one that began today is made inactive.',
    needs: 'edit',
    fields: null,
  },
  activate: { label: 'Make active', says: 'They count again from now on.', needs: 'edit', fields: REASON },
  deactivate: {
    label: 'Make inactive',
    says: 'They count no longer, whatever their days.',
    needs: 'edit',
    fields: null,
  },
  copy: {
    label: 'Copy to other stores',
    says: 'Each is made once more in these stores, with its pictures.',
    needs: 'add',
    fields: { stores: { ...productPromotions.fields.stores, required: true }, ...REASON },
  },
  again: {
    label: 'Again next week',
    says: 'Each is made once more, a week later; one longer than a week after its last week.',
    needs: 'add',
    fields: REASON,
  },
}

export const actLabel = (act: string): string => t(ACTS[act]?.label ?? act)

interface BulkProps {
  selection: Selection
  run: (deed: Deed) => Promise<void>
  query: Query
}

/** What can be done with the chosen promotions. */
export function BulkPromotions({ selection, run, query }: BulkProps) {
  const may = useMay()
  const open = Object.entries(ACTS).filter(([, { needs }]) => may(productPromotions.permission, needs))
  const print = () =>
    go(
      `/product-promotions/labels${queryString(selection.isAll ? { ...query, page: undefined, perpage: undefined } : { id: selection.rows.map(({ id }) => id) })}`,
    )
  return (
    <>
      <BulkPress icon={<IconTags size={16} />} onClick={print}>
        {t('Shelf labels')}
      </BulkPress>
      {open.length > 0 ? (
        <BulkMenu label={t('Change')} icon={<IconDots size={16} />}>
          {open.map(([name, act]) => (
            <Menu.Item key={name} onClick={() => void take(name, act, selection, run)}>
              {t(act.label)}
            </Menu.Item>
          ))}
        </BulkMenu>
      ) : null}
    </>
  )
}

async function take(
  act: string,
  { label, says, fields }: Act,
  { total, isAll, rows }: Selection,
  run: BulkProps['run'],
): Promise<void> {
  const title = `${t(label)} (${figure(total)})`
  const words = { title, description: t(says), submit: t(label) }
  if (fields) {
    await askFields({
      ...words,
      fields,
      ...(!isAll && { draftKey: `${productPromotions.name}/${rows.map(({ id }) => id)}/${act}` }),
      onSubmit: (given) => run({ act, label: t(label), given }),
    })
    return
  }
  const { status } = await confirm(words)
  if (status === 1) await run({ act, label: t(label) }).catch(sayFailure)
}
