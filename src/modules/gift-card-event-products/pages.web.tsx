import { lazy } from 'react'
import { GiftList, GiftView } from '../../web/draw-event/gift-list.tsx'
import type { ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { giftCardEventProducts } from './gift-card-event-products.ts'

const GiftForm = lazy(() => import('../../web/draw-event/gift-form.tsx'))

const View = ({ params }: PageParams) => <GiftView gifts={giftCardEventProducts} id={params.id} />
const List = () => <GiftList gifts={giftCardEventProducts} />
const Form = ({ params }: PageParams) => <GiftForm gifts={giftCardEventProducts} id={params.id} />

export default { pages: { '': List, create: Form, 'update/$id': Form, 'view/$id': View } } satisfies ModuleWeb
