import { type Language, tIn } from '../../../shared/language.ts'
import { mayOpen, type RouteAccess } from '../../../shared/users/permissions.ts'
import { isBuilt, modules } from '../../index.ts'
import { MENU, type MenuNode } from '../../menu.ts'

/** Every entry of the menu with the titles above it. */
function* entries(
  nodes: readonly MenuNode[] = MENU,
  above: readonly string[] = [],
): Generator<{ node: MenuNode; above: readonly string[] }> {
  for (const node of nodes) {
    if (node.url) yield { node, above }
    if (node.children) yield* entries(node.children, node.title ? [...above, node.title] : above)
  }
}
const ENTRIES = [...entries()]

/** Whether somebody with these rights may open an address, by the same rules as the menu and the route guard. */
export function mayOpenScreen(access: RouteAccess, path: string): boolean {
  const address = path.split('?')[0] ?? path
  return isBuilt(address.split('/')[1] ?? '') && mayOpen(access, address)
}

/** What a page is called: its title, and where others have the same one the group it stands in. */
export function screenTitle(path: string, language: Language): string {
  const entry = ENTRIES.find(({ node }) => node.url === path)
  if (!entry) {
    const module = modules.find(({ name }) => `/${name}` === path)
    return tIn(language, module?.label ?? OTHERS[path] ?? path)
  }
  const own = tIn(language, entry.node.title)
  const isShared = ENTRIES.some(({ node }) => node.url !== path && node.title === entry.node.title)
  const group = entry.above.at(-1)
  return isShared && group ? `${tIn(language, group)} – ${own}` : own
}
const OTHERS: Readonly<Record<string, string>> = { '/profile-setting': 'Account settings', '/about': 'About' }
