import { compose } from '../src/server/compose.ts'

/** Prints every route of the API with what it needs. */
const { routes } = await compose()
for (const { method, path, needs } of routes)
  console.log(
    `${method.padEnd(6)} /api/${path.padEnd(44)} ${typeof needs === 'object' ? `${needs.permission}.${needs.flag}` : needs}`,
  )
console.log(`\n${routes.length} routes`)
