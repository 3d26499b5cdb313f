import { loadModules } from '../src/server/module-registry.ts'

/** Prints every route of the API with what it needs. */
const { routes } = await loadModules()
for (const { method, path, needs } of routes)
  console.log(
    `${method.padEnd(6)} /api/${path.padEnd(44)} ${typeof needs === 'object' && 'permission' in needs ? `${needs.permission}.${[needs.flag].flat().join('+')}` : needs}`,
  )
console.log(`\n${routes.length} routes`)
