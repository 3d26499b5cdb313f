import { Button } from '@mantine/core'
import { use, useState } from 'react'
import { stepsFrom } from '../../shared/flow.ts'
import { t } from '../../shared/language.ts'
import { loadOrTell } from '../../web/ahead.ts'
import { useSteady } from '../../web/screens/list/steady-rows.ts'
import { usePageActs } from '../../web/screens/page-acts.ts'
import { LineState, type PartProps } from '../../web/screens/view/parts-in.tsx'
import { useMay, useSession } from '../../web/session.ts'
import { Link } from '../../web/ui/link.tsx'
import type { Complaint } from './complaint.web.tsx'
import { complaintFlow, DIRECTS } from './flow.ts'
import { CASE_KEYS, loadCaseActs } from './handling/case-keys.web.ts'
import { loadHandling, loadStep, usePress } from './list/brief.web.tsx'

/** The acts of a complaint where it waits: whose it is, the next step, and the words to the customer. */
export default function ComplaintActs({ row }: PartProps) {
  return row ? <Acts row={row as unknown as Complaint} /> : null // the rows of this register are the definition's
}

function Acts({ row }: { row: Complaint }) {
  const may = useMay()
  const me = useSession()
  const { hold } = useSteady()
  const [busy, setBusy] = useState<string>()
  const directs = may('complaints', DIRECTS)
  // What waits is read before it is acted upon: a line's acts come once somebody is at it.
  const { isActive, isNear } = use(LineState)
  const handle = usePress(directs && isNear, loadHandling)
  const move = usePress(may('complaints', 'edit') && isNear, loadStep)
  const run = async (name: string, act: () => Promise<void>) => {
    hold()
    setBusy(name)
    await act()
    setBusy(undefined)
  }
  usePageActs(
    isActive
      ? {
          of: row.issue_number,
          keys: CASE_KEYS,
          list: async () => (await loadOrTell(loadCaseActs))?.caseActs(row) ?? [],
        }
      : undefined,
  )
  const steps = Object.fromEntries(stepsFrom(complaintFlow, row.state))
  const isMine = row.assignee?.id === me.id
  const step =
    may('complaints', 'edit') && row.assignee ? (['start', 'complete'] as const).find((one) => steps[one]) : undefined
  const named = (label: string) => `${label}: ${row.issue_number}`
  return (
    <>
      {directs && !row.assignee ? (
        <Button
          {...ACT}
          aria-keyshortcuts="t"
          data-swipe="right"
          aria-label={t('Take {{number}}', { number: row.issue_number })}
          loading={busy === 'take'}
          onClick={() => void run('take', () => handle(({ take }) => take(row, me)))}
        >
          {t('Take')}
        </Button>
      ) : null}
      {directs && !isMine ? (
        <Button
          {...ACT}
          aria-keyshortcuts="a"
          aria-label={named(t('Assign'))}
          onClick={() => void run('assign', () => handle(({ askAssign }) => askAssign(row)))}
        >
          {t('Assign')}
        </Button>
      ) : null}
      {step ? (
        <Button
          {...ACT}
          aria-keyshortcuts={step === 'start' ? 's' : 'd'}
          data-swipe="right"
          aria-label={named(t(complaintFlow.steps[step].label))}
          loading={busy === step && step === 'start'}
          onClick={() => void run(step, () => move(({ takeStep }) => takeStep(row, step, (moved) => hold([moved]))))}
        >
          {t(step === 'start' ? 'Start' : 'Complete')}
        </Button>
      ) : null}
      {may('complaints', 'edit') ? (
        <Button
          {...ACT}
          component={Link}
          to={`/complaints/view/${row.id}`}
          aria-keyshortcuts="r"
          aria-label={named(t('Reply'))}
          onClick={() => void loadOrTell(loadOpening).then((found) => found?.openComposer(row.id, 'answer'))}
        >
          {t('Reply')}
        </Button>
      ) : null}
    </>
  )
}

/** Of the case that the button leads to. */
const loadOpening = () => import('./composer/open-composer.web.ts')

const ACT = { variant: 'default', size: 'compact-sm' } as const
