import { LogList, LogView } from '../../web/draw-event/log-pages.tsx'
import type { ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { giftCardEventLogs } from './gift-card-event-logs.ts'

const List = ({ params }: PageParams) => <LogList logs={giftCardEventLogs} view={params.view} />
const View = ({ params }: PageParams) => <LogView logs={giftCardEventLogs} id={params.id} />

export default {
  pages: {
    '': List,
    ...Object.fromEntries(giftCardEventLogs.views.map(({ path }) => [path, List])),
    'view/$id': View,
  },
} satisfies ModuleWeb
