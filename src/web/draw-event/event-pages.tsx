import { fieldOf } from '../../shared/flow.ts'
import { formatMoment, formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { ChoiceMark } from '../fields/cell.tsx'
import type { AnyRow } from '../screens/module.ts'
import { FormScreen, ListScreen } from '../screens/screens.ts'
import { useSession } from '../session.ts'

interface EventProps {
  definition: Definition
}

/** The events of one face. */
export const EventList = ({ definition, view }: EventProps & { view?: string | undefined }) => (
  <ListScreen
    definition={definition}
    view={definition.views.find(({ path }) => path === view)}
    brief={(row) => <Brief definition={definition} row={row} />}
  />
)

function Brief({ definition, row }: EventProps & { row: AnyRow }) {
  const { time_zone } = useSession()
  const day = (at: unknown) => formatMoment(String(at), time_zone).slice(0, 10)
  const draws = formatNumber(Number(row.draws ?? 0), currentLanguage())
  return (
    <>
      <span>{t('Draws: {{n}}', { n: draws })}</span>
      <ChoiceMark field={fieldOf(definition, 'standing')} value={String(row.standing)} />
      <small>{`${String(row.code)} · ${day(row.starts_at)} – ${day(row.ends_at)}`}</small>
    </>
  )
}

/** Makes or changes an event. */
export const EventForm = ({ definition, id }: EventProps & { id: string | undefined }) => (
  <FormScreen definition={definition} id={id} />
)
