import { fieldOf } from '../../shared/flow.ts'
import { formatMoment } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { ChoiceMark } from '../fields/cell.tsx'
import { nameOf } from '../fields/values.ts'
import type { AnyRow } from '../screens/module.ts'
import { ListScreen, ViewScreen } from '../screens/screens.ts'
import { useSession } from '../session.ts'

interface LogProps {
  logs: Definition
}

/** The draws of one face: written by the desk, and neither changed nor deleted by anybody. */
export const LogList = ({ logs, view }: LogProps & { view?: string | undefined }) => (
  <ListScreen
    definition={logs}
    view={logs.views.find(({ path }) => path === view)}
    hasTrash={false}
    hasBulkDelete={false}
    brief={(row) => <Brief logs={logs} row={row} />}
  />
)

function Brief({ logs, row }: LogProps & { row: AnyRow }) {
  const { time_zone } = useSession()
  const said = [formatMoment(String(row.drawn_at), time_zone), nameOf(row.store), row.customer_name]
  return (
    <>
      <span>{nameOf(row.gift) || t('No gift')}</span>
      <ChoiceMark field={fieldOf(logs, 'state')} value={String(row.state)} />
      <small>{said.filter(Boolean).join(' · ')}</small>
    </>
  )
}

/** One draw with all that proves it. */
export const LogView = ({ logs, id = '' }: LogProps & { id: string | undefined }) => (
  <ViewScreen
    definition={logs}
    id={id}
    hidden={['state', 'day']}
    title={(row) => t('Draw {{n}}, bill {{bill}}', { n: String(row.n), bill: String(row.bill_number) })}
    hasEdit={false}
    hasDelete={false}
  />
)
