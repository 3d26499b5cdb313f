import { lazy } from 'react'
import { GiftList, GiftView } from '../../web/draw-event/gift-list.tsx'
import type { ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { eventProducts } from './event-products.ts'

const GiftForm = lazy(() => import('../../web/draw-event/gift-form.tsx'))

const View = ({ params }: PageParams) => <GiftView gifts={eventProducts} id={params.id} />
const List = () => <GiftList gifts={eventProducts} />
const Form = ({ params }: PageParams) => <GiftForm gifts={eventProducts} id={params.id} />

export default { pages: { '': List, create: Form, 'update/$id': Form, 'view/$id': View } } satisfies ModuleWeb
