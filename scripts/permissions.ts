import { loadModules } from '../src/server/module-registry.ts'
import { FLAGS, flagsOfRight, IDENTIFIERS } from '../src/shared/users/permissions.ts'

/** Prints the permission matrix: for each identifier and flag, the calls it opens. */
const { routes } = await loadModules()
for (const identifier of IDENTIFIERS)
  for (const flag of FLAGS) {
    const opened = routes.filter(
      ({ needs }) =>
        typeof needs === 'object' &&
        'permission' in needs &&
        needs.permission === identifier &&
        flagsOfRight(needs.flag).includes(flag),
    )
    if (opened.length > 0)
      console.log(
        `${`${identifier}.${flag}`.padEnd(28)} ${opened.map(({ method, path }) => `${method} ${path}`).join(', ')}`,
      )
  }
const count = (needs: string) => routes.filter((route) => route.needs === needs).length
console.log(`\nopen to the public: ${count('nothing')}, to everyone signed in: ${count('session')}`)
