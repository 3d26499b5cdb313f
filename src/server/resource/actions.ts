import { stepsOf } from '../../shared/flow.ts'
import type { Definition } from '../../shared/resource.ts'
import { destroy, restore } from './handlers.ts'
import type { BulkAction, ModuleOptions } from './module-options.ts'
import { stepBody, takeStep } from './transitions.ts'

/** Every act of a resource by name: delete and restore, the steps of its flow, and what the module adds. */
export function bulkActionsOf(definition: Definition, serving: ModuleOptions): Record<string, BulkAction> {
  const { flow } = definition
  const acts: Record<string, BulkAction> = {}
  const isKept = serving.without?.includes('destroy')
  if (!flow?.steps.trash && !isKept)
    acts.delete = {
      summary: 'Into the trash',
      needs: 'delete',
      body: {},
      run: (call) => destroy(definition, serving, call),
    }
  if (!flow?.steps.restore && !isKept)
    acts.restore = {
      summary: 'Out of the trash',
      needs: 'delete',
      body: {},
      run: (call) => restore(definition, serving, call),
    }
  for (const [name, step] of stepsOf(flow))
    acts[name] = {
      summary: step.summary ?? step.label,
      needs: step.needs,
      body: stepBody(definition, step),
      run: (call) => takeStep(definition, serving, name, call),
    }
  return { ...acts, ...serving.acts }
}
