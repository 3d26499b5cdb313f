import { Button } from '@mantine/core'
import { IconChartBar, IconCopy, IconListNumbers, IconQrcode } from '@tabler/icons-react'
import { lazy, useRef, useState } from 'react'
import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { post } from '../../web/api.ts'
import { go, leadOrOffer, rememberPlace } from '../../web/app/location.ts'
import { ChoiceMark } from '../../web/fields/cell.tsx'
import { changed } from '../../web/query.ts'
import type { AnyRow, ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { FormScreen, ListScreen, ViewScreen } from '../../web/screens/screens.ts'
import { FactGroups } from '../../web/screens/view/facts.tsx'
import { useMay } from '../../web/session.ts'
import { SurveyTabs } from '../../web/surveys/survey-tabs.tsx'
import { Link } from '../../web/ui/link.tsx'
import { sayFailure, snackbar } from '../../web/ui/snackbar.tsx'
import { uniqueKey } from '../../web/unique.ts'
import { QuestionsCard } from './editor/questions-card.web.tsx'
import { surveys } from './surveys.ts'

const Editor = lazy(() => import('./editor/editor.web.tsx'))
const Posters = lazy(() => import('./links/posters.web.tsx'))

const ICON = { size: 16, 'aria-hidden': true } as const

const Surveys = () => (
  <ListScreen
    definition={surveys}
    tabs={<SurveyTabs />}
    openFilters={['stage', 'stores']}
    brief={(row) => (
      <>
        <span>{t('Responses: {{n}}', { n: formatNumber(Number(row.answered ?? 0), currentLanguage()) })}</span>
        <ChoiceMark field={surveys.fields.stage} value={String(row.stage)} />
      </>
    )}
  />
)

/** A new one goes on to its questions. */
const Form = ({ params: { id } }: PageParams) => (
  <FormScreen
    definition={surveys}
    id={id}
    {...(id === undefined && { onSaved: (made: AnyRow) => go(`/surveys/questions/${made.id}`, { replace: true }) })}
  />
)

const Survey = ({ params }: PageParams) => (
  <ViewScreen
    definition={surveys}
    id={params.id ?? ''}
    actions={(row) => <Ways row={row} />}
    beside={(row) => <ChoiceMark field={surveys.fields.stage} value={String(row.stage)} />}
    main={(row) => (
      <>
        <QuestionsCard survey={row} />
        <FactGroups definition={surveys} row={row} hidden={['stage']} />
      </>
    )}
  />
)

function Ways({ row }: { row: AnyRow }) {
  const may = useMay()
  const { isCopying, copy } = useCopy(row)
  return (
    <>
      {may(surveys.permission, 'report') && !row.deleted_at ? (
        <Button
          variant="default"
          component={Link}
          to={`/customer-survey-responses/results/${row.id}`}
          leftSection={<IconChartBar {...ICON} />}
        >
          {t('Results')}
        </Button>
      ) : null}
      {may(surveys.permission, 'edit') && !row.deleted_at ? (
        <Button
          variant="default"
          component={Link}
          to={`/surveys/questions/${row.id}`}
          leftSection={<IconListNumbers {...ICON} />}
        >
          {t('Questions')}
        </Button>
      ) : null}
      <Button
        variant="default"
        component={Link}
        to={`/surveys/posters/${row.id}`}
        leftSection={<IconQrcode {...ICON} />}
      >
        {t('Links and posters')}
      </Button>
      {may(surveys.permission, 'add') ? (
        <Button variant="default" leftSection={<IconCopy {...ICON} />} loading={isCopying} onClick={() => void copy()}>
          {t('Make a copy')}
        </Button>
      ) : null}
    </>
  )
}

/** Makes a copy and leads to it; tried again after an answer that never came, it is the same copy. */
function useCopy({ id }: AnyRow) {
  const [isCopying, setCopying] = useState(false)
  const idempotencyKey = useRef(uniqueKey())
  const copy = async () => {
    setCopying(true)
    const isStillHere = rememberPlace()
    try {
      const made = await post<AnyRow>(`survey/${id}/duplicate`, undefined, { idempotencyKey: idempotencyKey.current })
      idempotencyKey.current = uniqueKey()
      changed(surveys.name)
      const offer = leadOrOffer(isStillHere, `/surveys/view/${made.id}`)
      snackbar(t('{{name}} is made, as a draft', { name: String(made.title) }), offer)
    } catch (error) {
      sayFailure(error)
    }
    setCopying(false)
  }
  return { isCopying, copy }
}

export default {
  pages: {
    '': Surveys,
    create: Form,
    'update/$id': Form,
    'view/$id': Survey,
    'questions/$id': Editor,
    'posters/$id': Posters,
  },
} satisfies ModuleWeb
