import { serve } from '#server/resource/routes.ts'
import { fromTaskRoute } from './from-task.server.ts'
import { templateImports } from './import.server.ts'
import { judgeTemplate, refuseWrong } from './rules.server.ts'
import { taskTemplates } from './task-templates.ts'

export default serve(taskTemplates, {
  judge: judgeTemplate,
  before: { create: refuseWrong, update: refuseWrong },
  imports: templateImports,
  routes: [fromTaskRoute],
})
