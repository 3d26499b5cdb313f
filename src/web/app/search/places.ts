import { useMemo } from 'react'
import { modules } from '../../../modules/index.ts'
import { type MenuNode, menuFor } from '../../../modules/menu.ts'
import { t } from '../../../shared/language.ts'
import { isMadeByHand } from '../../../shared/resource.ts'
import { midSentence } from '../../screens/mid-sentence.ts'
import { useMay, useSession } from '../../session.ts'
import type { FoundItem } from './found-item.ts'

/** Screens of the menu, the views of lists, and what this person may add. */
export function usePlaces(): Record<'screens' | 'views' | 'creations', FoundItem[]> {
  const { route_access } = useSession()
  const may = useMay()
  return useMemo(() => {
    const open = modules.filter(
      ({ internal, permission, name }) => !internal && may(permission, 'read') && route_access[name],
    )
    return {
      screens: menuFor(route_access).flatMap((group) => screensOf(group, group.title)),
      views: open.flatMap(({ name, label, icon, views }) =>
        views.map(
          (view): FoundItem => ({
            key: `view-${name}-${view.path}`,
            title: `${t(label)}: ${t(view.label)}`,
            icon,
            link: `/${name}/${view.path}`,
          }),
        ),
      ),
      creations: open
        .filter((one) => may(one.permission, 'add') && isMadeByHand(one))
        .map(
          ({ name, one, icon }): FoundItem => ({
            key: `create-${name}`,
            title: t('New {{one}}', { one: midSentence(one) }),
            called: [t('Create'), t(one)],
            icon,
            link: `/${name}/create`,
          }),
        ),
    }
  }, [route_access, may])
}

const screensOf = (node: MenuNode, above: string): FoundItem[] =>
  node.children
    ? node.children.flatMap((child) => screensOf(child, node.title || above))
    : [
        {
          key: `screen-${above}-${node.id}`.replaceAll(' ', '-'),
          title: t(node.title),
          hint: above && t(above),
          link: node.url ?? '/',
          icon: node.icon ?? 'list',
        },
      ]
