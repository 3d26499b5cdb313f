import { lazy } from 'react'
import type { ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { giftCardEventProducts } from './gift-card-event-products.ts'

const GiftForm = lazy(() => import('../../web/draw-event/gift-form.tsx'))

const Form = ({ params }: PageParams) => <GiftForm gifts={giftCardEventProducts} id={params.id} />

export default { pages: { create: Form, 'update/$id': Form } } satisfies ModuleWeb
