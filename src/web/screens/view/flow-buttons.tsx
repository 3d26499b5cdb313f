import { ActionIcon, Button } from '@mantine/core'
import { IconArchive, IconArrowBackUp, IconCheck, IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Step } from '../../../shared/flow.ts'
import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { fetchAhead, loadOrTell } from '../../ahead.ts'
import { useSession } from '../../session.ts'
import { Done } from '../list/rows/list-row.tsx'
import { useSteady } from '../list/steady-rows.ts'
import type { AnyRow } from '../module.ts'
import type { StepWays } from './move.ts'
import { loadMove, openSteps, stepKeys } from './step-acts.ts'

export interface FlowProps {
  definition: Definition
  row: AnyRow
  ways?: StepWays | undefined
}

export const isDanger = ([, { tone }]: [string, Step]): boolean => tone === 'danger'

/**
 * The steps open to this user from where a record stands, as buttons, of which the first that leads on stands out; what a step asks
 * for is asked in a dialog.
 * @param isDangerApart leaves what is dangerous to `DangerItems`
 * @param omits steps that are offered elsewhere
 */
export function FlowButtons({
  isDangerApart = false,
  omits = [],
  ...props
}: FlowProps & { isDangerApart?: boolean; omits?: readonly string[] | undefined }) {
  const { busy, press } = usePress(props)
  const steps = useOpenSteps(props.definition, props.row).filter(
    (one) => !(isDangerApart && isDanger(one)) && !omits.includes(one[0]),
  )
  const main = steps.find(([, { tone }]) => tone === 'primary')?.[0]
  const keys = stepKeys(steps)
  return steps.map(([name, step]) => (
    <Button
      key={name}
      variant={name === main ? 'filled' : 'default'}
      color={step.tone === 'danger' ? 'red' : undefined}
      loading={busy === name}
      aria-keyshortcuts={keys.get(name)}
      leftSection={<StepIcon step={step} />}
      onClick={() => void press(name, step)}
    >
      {t(step.label)}
    </Button>
  ))
}

function StepIcon({ step }: { step: Step }) {
  if (step.quick) return <QuickSign step={step} size={16} />
  return step.undoes ? <IconArrowBackUp size={16} aria-hidden="true" /> : null
}

/** What is done gets a check, and can be taken back; what is put away undone is no success; what is only tried again an arrow. */
const QuickSign = ({ step, size }: { step: Step; size: number }) =>
  step.undo && step.tone === 'quiet' ? (
    <IconArchive size={size} aria-hidden="true" />
  ) : step.undo ? (
    <IconCheck size={size} aria-hidden="true" />
  ) : (
    <IconRefresh size={size} aria-hidden="true" />
  )

/** At the end of a row of a list: the steps that are taken back at one press, without opening the record. */
export function FlowRowButtons({ definition, row }: FlowProps) {
  const { busy, press } = usePress({ definition, row })
  const { settled } = useSteady()
  const steps = useOpenSteps(definition, row).filter(([, step]) => step.quick)
  if (steps.length === 0 && settled.has(row.id)) return <Done label={t('Completed')} />
  return steps.map(([name, step]) => (
    <ActionIcon
      key={name}
      variant="subtle"
      color={step.undo ? (step.tone === 'quiet' ? 'gray' : 'green') : undefined}
      loading={busy === name}
      aria-label={rowLabel(definition, row, step)}
      title={t(step.label)}
      onClick={() => void press(name, step)}
    >
      <QuickSign step={step} size={18} />
    </ActionIcon>
  ))
}

function rowLabel({ title }: Definition, row: AnyRow, { quick, label }: Step): string {
  const name = String(row[title] ?? `#${row.id}`)
  return quick?.one ? t(quick.one, { name }) : `${t(label)}: ${name}`
}

/**
 * At which of its steps a record is, and what takes one.
 * @param isAhead fetches what a press needs before it comes
 */
export function usePress({ definition, row, ways }: FlowProps, isAhead = true) {
  const [busy, setBusy] = useState<string>()
  const { hold } = useSteady()
  useEffect(() => {
    if (isAhead) fetchAhead(loadMove)
  }, [isAhead])
  const press = async (name: string, step: Step) => {
    // A dialog says itself that it is at work, and gives the focus back to a button that still takes it.
    if (!step.asks?.length) setBusy(name)
    hold()
    const found = await loadOrTell(loadMove)
    await found?.move(definition, row, name, step, { ways, onMoved: (changed) => hold([changed]) })
    setBusy(undefined)
  }
  return { busy, press }
}

/** The steps that this user may take from where a record stands. */
export const useOpenSteps = (definition: Definition, row: AnyRow): [string, Step][] =>
  openSteps(definition, row, useSession())
