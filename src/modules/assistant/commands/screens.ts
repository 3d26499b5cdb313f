import { type Language, tIn } from '../../../shared/language.ts'
import { mayOpen, type RouteAccess } from '../../../shared/users/permissions.ts'
import { isBuilt, modules } from '../../index.ts'
import { MENU, type MenuNode } from '../../menu.ts'
import { tasks } from '../../task-management/task-management.ts'
import { TASK_VIEWS } from '../../task-management/views.ts'

interface Screen {
  path: string
  /** Catalog keys: its own title, and those it stands below. */
  title: string
  above: readonly string[]
}

function* entries(nodes: readonly MenuNode[] = MENU, above: readonly string[] = []): Generator<Screen> {
  for (const { url, title, children } of nodes) {
    if (url) yield { path: url, title, above }
    if (children) yield* entries(children, title ? [...above, title] : above)
  }
}

/** Pages with titles of their own: every entry of the menu, and the layouts of tasks. */
export const SCREENS: readonly Screen[] = [
  ...entries(),
  ...TASK_VIEWS.map(({ path, label }) => ({ path, title: label, above: [tasks.label] })),
]

/** Whether somebody with these rights may open an address, by the same rules as the menu and the route guard. */
export function mayOpenScreen(access: RouteAccess, path: string): boolean {
  const address = path.split('?')[0] ?? path
  return isBuilt(address.split('/')[1] ?? '') && mayOpen(access, address)
}

/** What a page is called: its title, and where others have the same one the groups it stands in. */
export function screenTitle(path: string, language: Language): string {
  const screen = SCREENS.find((one) => one.path === path)
  if (!screen) {
    const module = modules.find(({ name }) => `/${name}` === path)
    return tIn(language, module?.label ?? OTHERS[path] ?? path)
  }
  const others = SCREENS.filter((one) => one.path !== path)
  const lengths = screen.above.map((_, at) => at + 1)
  const least = lengths.find((n) => !others.some((one) => tail(one, n) === tail(screen, n)))
  return [...screen.above, screen.title]
    .slice(-(least ?? lengths.length + 1))
    .map((title) => tIn(language, title))
    .join(' – ')
}
const tail = ({ above, title }: Screen, length: number): string => [...above, title].slice(-length).join('\n')
const OTHERS: Readonly<Record<string, string>> = { '/profile-setting': 'Account settings', '/about': 'About' }
