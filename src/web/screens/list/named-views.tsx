import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { type Tab, Tabs } from '../view/tabs.tsx'

/** All records, and each view of the definition at its address. */
export function NamedViews({ definition }: { definition: Definition }) {
  const { name, views, label } = definition
  const tabs: Tab[] = [
    { to: `/${name}`, label: t('All') },
    ...views.map((view) => ({ to: `/${name}/${view.path}`, label: t(view.label) })),
  ]
  return <Tabs tabs={tabs} label={t(label)} />
}
