import { completionAsks, isCompletable } from '../../shared/completion.ts'
import { askedFields, stepsOf } from '../../shared/flow.ts'
import type { Definition } from '../../shared/resource.ts'
import { COMPLETING, completingActs, takeCompletion } from './completing.ts'
import { destroy, restore } from './handlers.ts'
import type { BulkAction, ModuleOptions } from './module-options.ts'
import { takeStep } from './transitions.ts'

/** Every act of a resource by name: delete and restore, the steps of its flow, completing, and what the module adds. */
export function bulkActionsOf(definition: Definition, serving: ModuleOptions): Record<string, BulkAction> {
  const { flow } = definition
  const acts: Record<string, BulkAction> = {}
  if (!flow?.steps.trash)
    acts.delete = {
      summary: 'Into the trash',
      needs: 'delete',
      body: {},
      run: (call) => destroy(definition, serving, call),
    }
  if (!flow?.steps.restore)
    acts.restore = {
      summary: 'Out of the trash',
      needs: 'delete',
      body: {},
      run: (call) => restore(definition, serving, call),
    }
  for (const [name, step] of stepsOf(flow))
    acts[name] = {
      summary: step.label,
      needs: step.needs,
      body: askedFields(definition, step),
      run: (call) => takeStep(definition, serving, name, call),
    }
  if (isCompletable(definition))
    for (const name of completingActs)
      acts[name] = {
        ...COMPLETING[name],
        body: name === 'completed' ? completionAsks(definition) : {},
        run: (call) => takeCompletion(definition, serving, name, call),
      }
  return { ...acts, ...serving.acts }
}
