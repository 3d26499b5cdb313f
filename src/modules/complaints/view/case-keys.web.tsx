import { type ReactNode, Suspense, useState } from 'react'
import { stepsFrom } from '../../../shared/flow.ts'
import { t } from '../../../shared/language.ts'
import { go } from '../../../web/app/location.ts'
import { lazyWithCatalog } from '../../../web/catalogs.ts'
import type { KeyWords } from '../../../web/screens/keys-help.tsx'
import { usePageKeys } from '../../../web/screens/list/page-keys.ts'
import type { AnyRow } from '../../../web/screens/module.ts'
import { move } from '../../../web/screens/view/move.ts'
import { useMay, useSession } from '../../../web/session.ts'
import type { Complaint } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { openComposer } from '../composer/open-composer.web.ts'
import { complaintFlow, DIRECTS } from '../flow.ts'
import { act, askAssign, attempt, take } from '../handling/assign.web.tsx'
import { isOpen } from '../handling/is-open.web.ts'
import { askMerge } from '../related/pick-complaint.web.tsx'
import { latest, stepWays } from './steps.web.tsx'

const KeysHelp = lazyWithCatalog(() => import('../../../web/screens/keys-help.tsx'))

/** A key for every act of a case; `?` lists them. Answers the list, where it is open. */
export function useCaseKeys(row: Complaint): ReactNode {
  const may = useMay()
  const [isHelp, setHelp] = useState(false)
  const me = useSession()
  const canEdit = may('complaints', 'edit') && row.state !== 'deleted' && !row.merged_into
  const directs = may('complaints', DIRECTS) && isOpen(row)
  const step = (name: 'start' | 'complete') => {
    const { [name]: found } = complaintFlow.steps
    return canEdit && stepsFrom(complaintFlow, row.state).some(([one]) => one === name)
      ? () => void move(complaints, row as unknown as AnyRow, name, found, { ways: stepWays })
      : undefined
  }
  const prioritise = (priority: Complaint['priority']) =>
    canEdit && isOpen(row) && row.priority !== priority
      ? () => void attempt(row, () => act(latest(row), null, { priority }), t('Saved'))
      : undefined
  usePageKeys({
    a: directs ? () => void askAssign(row) : undefined,
    t: directs ? () => void take(row, me) : undefined,
    s: step('start'),
    d: step('complete'),
    r: () => openComposer('answer'),
    c: () => {
      openComposer('note')
      if (!focusComment()) requestAnimationFrame(focusComment)
    },
    p: may('complaints', 'edit') ? () => openComposer('call') : undefined,
    1: prioritise('high'),
    2: prioritise('normal'),
    3: prioritise('low'),
    e: canEdit ? () => go(`/complaints/update/${row.id}`) : undefined,
    m: directs ? () => void askMerge(row) : undefined,
    '?': () => setHelp(true),
  })
  if (!isHelp) return null
  return (
    <Suspense>
      <KeysHelp keys={keysOfCase()} onClose={() => setHelp(false)} />
    </Suspense>
  )
}

function focusComment(): boolean {
  const box = document.querySelector<HTMLElement>(`[aria-label="${t('Comment')}"]`)
  box?.focus()
  return box !== null
}

const keysOfCase = (): KeyWords[] => [
  [['r'], t('Reply')],
  [['c'], t('Internal note')],
  [['p'], t('Call')],
  [['a'], t('Assign')],
  [['t'], t('Take it myself')],
  [['s'], t('Start handling')],
  [['d'], t('Complete')],
  [['1', '2', '3'], t('Priority high, normal, low')],
  [['m'], t('Merge into another complaint…')],
  [['e'], t('Edit')],
  [['j', 'k'], t('Next and previous in the list')],
  [['Ctrl', 'Enter'], t('Send what is written')],
]
