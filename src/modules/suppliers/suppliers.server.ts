import { mergeRoutes } from '#server/resource/merging.ts'
import { serve } from '#server/resource/routes.ts'
import { suppliers } from './suppliers.ts'

export default serve(suppliers, { routes: mergeRoutes(suppliers, 'suppliers') })
