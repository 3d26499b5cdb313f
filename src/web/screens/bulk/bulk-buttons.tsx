import { Button, Menu } from '@mantine/core'
import { IconCheck, IconChevronDown, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { isAllowed, isOfferedTo, type Step, stepsOf } from '../../../shared/flow.ts'
import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import type { Right } from '../../../shared/users/permissions.ts'
import { useMay, useSession } from '../../session.ts'
import type { AnyRow } from '../module.ts'
import { usePageActs } from '../page-acts.ts'
import type { Deed, Selection } from './bulk.ts'
import { stepMany } from './step-many.ts'

interface PressProps {
  icon: ReactNode
  color?: string
  loading?: boolean
  onClick: () => void
  children: ReactNode
}

/** A button of the bar over selected rows. */
export const BulkPress = ({ icon, children, ...button }: PressProps) => (
  <Button size="xs" variant="default" leftSection={icon} {...button}>
    {children}
  </Button>
)

/** Several of them under one. */
export const BulkMenu = ({ label, icon, children }: { label: string; icon?: ReactNode; children: ReactNode }) => (
  <Menu position="bottom-start">
    <Menu.Target>
      <Button size="xs" variant="default" leftSection={icon} rightSection={<IconChevronDown size={14} />}>
        {label}
      </Button>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
)

interface BulkStepsProps {
  definition: Definition
  selection: Selection
  isBusy: boolean
  run: (deed: Deed) => Promise<void>
  /** Between the steps that lead on and the dangerous ones. */
  between: ((moves: ReactNode) => ReactNode) | undefined
}

/** The steps of a flow that this user may take for the selected rows: quick ones as buttons; where all are offered, in a menu. */
export function BulkSteps({ definition, selection, isBusy, run, between = (moves) => moves }: BulkStepsProps) {
  const { flow } = definition
  const may = useMay()
  const { id } = useSession()
  const person = { id, may: (right: Right) => may(definition.permission, right) }
  const isOpen = (step: Step, row: AnyRow): boolean =>
    isAllowed(step, stateOf(definition, row)) && isOfferedTo(step, row, person)
  const fitting = ({ isAll, rows }: Selection, step: Step): number =>
    isAll ? rows.length : rows.filter((row) => isOpen(step, row)).length
  const open = stepsOf(flow).filter(([, step]) => person.may(step.needs) && fitting(selection, step) > 0)
  const press = (one: [string, Step]) => () => stepMany(definition, one, selection, run)
  usePageActs({
    of: t('Selected rows'),
    keys: open.map(([, { key = '' }]) => key).join(''),
    list: () =>
      open.map((one) => ({
        label: t(one[1].label),
        ...(one[1].key && { keys: [one[1].key] }),
        run: press(one),
        asks: Boolean(one[1].asks?.length),
      })),
  })
  if (!flow?.question)
    return (
      <>
        {between(null)}
        {open
          .filter(([, step]) => step.quick)
          .map((one) => (
            <BulkPress key={one[0]} loading={isBusy} icon={<IconCheck size={16} />} onClick={() => void press(one)()}>
              {t(one[1].label)}
            </BulkPress>
          ))}
      </>
    )
  const moves = open.filter(([, step]) => step.tone !== 'danger')
  const label = (step: Step) => fewerOf(step, fitting(selection, step), selection.rows.length)
  return (
    <>
      {between(
        moves.length > 0 ? (
          <BulkMenu label={t('Change status')}>
            {moves.map((one) => (
              <Menu.Item key={one[0]} onClick={press(one)}>
                {label(one[1])}
              </Menu.Item>
            ))}
          </BulkMenu>
        ) : null,
      )}
      {open
        .filter(([, step]) => step.tone === 'danger')
        .map((one) => (
          <BulkPress key={one[0]} color="red" icon={<IconTrash size={16} />} onClick={press(one)}>
            {label(one[1])}
          </BulkPress>
        ))}
    </>
  )
}

const stateOf = ({ flow }: Definition, row: AnyRow): string => String(row[flow?.field ?? ''])

/** A step’s name, and for how many of the rows it is where not for all. */
const fewerOf = ({ label }: Step, n: number, total: number): string =>
  n === total ? t(label) : t('{{step}} ({{n}} of {{total}})', { step: t(label), n, total })
