import { lazy, useMemo } from 'react'
import { formatMoment } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { ChoiceMark } from '../../web/fields/cell.tsx'
import { nameOf } from '../../web/fields/values.ts'
import type { AnyRow, ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { FormScreen, ListScreen, ViewScreen } from '../../web/screens/screens.ts'
import { FactGroups } from '../../web/screens/view/facts.tsx'
import { useSession } from '../../web/session.ts'
import { SurveyTabs } from '../../web/surveys/survey-tabs.tsx'
import { useAnswerFilter } from './answer-filter.web.ts'
import { customerSurveyResponses } from './customer-survey-responses.ts'
import { WITH } from './mine.ts'
import css from './view/answers.module.css'
import { AnswersCard } from './view/answers.web.tsx'
import { Score, scoreSaid } from './view/score.web.tsx'

const Results = lazy(() => import('./results/results-page.web.tsx'))

/** What a view has in common is not said in each row of it. */
const COMMON: Record<string, readonly string[]> = { new: ['state', 'handler'], done: ['state'], mine: ['handler'] }

const SCORE = {
  name: 'score',
  width: 100,
  isFigure: false,
  render: (row: AnyRow) => <Score row={row} />,
  text: scoreSaid,
  isWhole: true,
}

const Responses = ({ params }: PageParams) => <List of={params.view} />
const Mine = () => <List of="mine" />

function List({ of }: { of: string | undefined }) {
  const answer = useAnswerFilter()
  const filters = useMemo(() => ({ with: WITH, ...answer }), [answer])
  return (
    <ListScreen
      definition={customerSurveyResponses}
      view={customerSurveyResponses.views.find(({ path }) => path === of)}
      {...(of === 'mine' && { fixedFilter: { with: 'me' }, title: t('Survey responses: mine') })}
      extraFilters={filters}
      tabs={<SurveyTabs />}
      columns={customerSurveyResponses.list
        .filter((name) => !COMMON[of ?? '']?.includes(name))
        .map((name) => (name === 'score' ? SCORE : name))}
      openFilters={['survey', 'store']}
      brief={(row) => <Brief row={row} />}
    />
  )
}

function Brief({ row }: { row: AnyRow }) {
  const { time_zone } = useSession()
  const said = [nameOf(row.survey), nameOf(row.store), formatMoment(String(row.answered_at), time_zone)]
  return (
    <>
      <span className={css.marks}>
        <ChoiceMark field={customerSurveyResponses.fields.state} value={String(row.state)} />
        {row.score === null ? null : <Score row={row} />}
      </span>
      <small>{said.filter(Boolean).join(' · ')}</small>
    </>
  )
}

const titleOf = (row: AnyRow): string => [row.number, row.customer_name].filter(Boolean).join(' · ')

/** What the view says by itself: in its head and with the answers. */
const SAID_ABOVE = ['number', 'state', 'complaint', 'score', 'is_low']

const Response = ({ params }: PageParams) => (
  <ViewScreen
    definition={customerSurveyResponses}
    id={params.id ?? ''}
    title={titleOf}
    main={(row) => (
      <>
        <AnswersCard id={row.id} />
        <FactGroups definition={customerSurveyResponses} row={row} hidden={SAID_ABOVE} />
      </>
    )}
  />
)

/** What was answered, and what was done about it. */
const Update = ({ params }: PageParams) => (
  <FormScreen
    definition={customerSurveyResponses}
    id={params.id}
    title={t('What was done about it')}
    before={() => <AnswersCard id={Number(params.id)} />}
  />
)

export default {
  pages: { '': Responses, mine: Mine, 'view/$id': Response, 'update/$id': Update, 'results/$id': Results },
} satisfies ModuleWeb
