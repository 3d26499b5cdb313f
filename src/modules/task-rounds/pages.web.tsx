import { lazy } from 'react'
import { formatMoment } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { Mark } from '../../web/fields/cell.tsx'
import type { AnyRow, ModuleWeb } from '../../web/screens/module.ts'
import { ListScreen } from '../../web/screens/screens.ts'
import { useSession } from '../../web/session.ts'
import { taskRounds } from './task-rounds.ts'

const Form = lazy(() => import('./form.web.tsx'))

const Rounds = () => <ListScreen definition={taskRounds} brief={(row) => <Brief row={row} />} />

/** On a phone: how many have done it, who is late or missing, and until when. */
function Brief({ row: { sent, done, late, lacking, due_at } }: { row: AnyRow }) {
  const { time_zone } = useSession()
  return (
    <>
      <p>{t('{{done}} of {{n}} done', { done: Number(done), n: Number(sent) })}</p>
      {Number(late) > 0 ? <Mark tone="bad">{`${t('Late')}: ${Number(late)}`}</Mark> : <span />}
      <small>
        {[
          typeof due_at === 'string' && t('Until {{when}}', { when: formatMoment(due_at, time_zone) }),
          Number(lacking) > 0 && `${t('Stores without anybody')}: ${Number(lacking)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </>
  )
}

export default {
  pages: {
    '': Rounds,
    create: Form,
    'update/$id': Form,
    'view/$id': lazy(() => import('./round-page.web.tsx')),
  },
} satisfies ModuleWeb
