import { fieldOf } from '../../shared/flow.ts'
import type { Definition } from '../../shared/resource.ts'
import { ChoiceMark } from '../fields/cell.tsx'
import { ViewScreen } from '../screens/view/view.tsx'
import { EventPapers } from './papers.tsx'

interface EventProps {
  definition: Definition
  logs: Definition
  /** Address of the statistics page of this face. */
  statistics: string
  id: string | undefined
}

/** What is taken out of an event on paper: its poster once it is released, its report once it is over. */
export default function EventView({ definition, logs, statistics, id = '' }: EventProps) {
  return (
    <ViewScreen
      definition={definition}
      id={id}
      isLedByParts
      hidden={['name', 'stage', 'standing', 'colour']}
      beside={(row) => <ChoiceMark field={fieldOf(definition, 'standing')} value={String(row.standing)} />}
      hasDelete={(row) => row.stage === 'draft'}
      actions={(row) => <EventPapers {...{ definition, logs, statistics, row }} />}
    />
  )
}
