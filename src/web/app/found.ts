import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { moduleOf, modules } from '../../modules/index.ts'
import { type MenuNode, menuFor } from '../../modules/menu.ts'
import type { IconName } from '../../shared/icon-name.ts'
import { t } from '../../shared/language.ts'
import { isMadeByHand } from '../../shared/resource.ts'
import { normalizeText } from '../../shared/vietnam/vietnam.ts'
import { get } from '../api.ts'
import { midSentence } from '../screens/mid-sentence.ts'
import { actsHere } from '../screens/page-acts.ts'
import { useMay, useSession } from '../session.ts'

/** Something that is found: a place to go to, or an act. */
export interface FoundItem {
  key: string
  title: string
  /** At the end of the line, e.g. a number. */
  hint?: string
  /** The second line: how a record stands, where, whose, and why it was found. */
  more?: string
  keys?: readonly string[]
  icon: IconName
  link?: string
  run?: () => unknown
}
export interface FoundGroup {
  label: string
  items: FoundItem[]
}

interface Answer {
  groups: { module: string; label: string; items: AnswerItem[] }[]
}
interface AnswerItem extends Record<'hint' | 'status' | 'store' | 'customer' | 'why' | 'words', string | null> {
  id: number
  title: string
  link: string
}

const DEBOUNCE_MS = 200
/** Of a kind, before anything is typed and after. */
const [FEW, SOME] = [6, 8]

/** What fits the words: acts of where one is, records, what may be made, views and screens. */
export function useFound(typed: string): { groups: FoundGroup[]; isSearching: boolean } {
  const text = typed.trim()
  const [asked] = useDebouncedValue(text, DEBOUNCE_MS)
  const found = useQuery({
    queryKey: ['search', asked],
    queryFn: ({ signal }) => get<Answer>('search', { q: asked }, { signal, quiet: true }),
    enabled: asked.length > 1,
  })
  const words = normalizeText(text).split(/\s+/).filter(Boolean)
  const fitting = (items: readonly FoundItem[], most = words.length > 0 ? SOME : FEW) =>
    items
      .filter(({ title, hint = '' }) => words.every((word) => normalizeText(`${title} ${hint}`).includes(word)))
      .slice(0, most)
  const acts = useActs()
  const { screens, views, creations } = usePlaces()
  const records = text.length > 1 ? (found.data?.groups ?? []) : []
  const groups = [
    ...acts.map(({ label, items }) => ({
      label,
      items: fitting(items, words.length > 0 ? SOME : Number.POSITIVE_INFINITY),
    })),
    ...records.map(({ module, label, items }) => ({
      label: t(label),
      items: items.map((one) => recordItem(module, one)),
    })),
    { label: t('Screens'), items: fitting(screens) },
    { label: t('Create'), items: fitting(creations) },
    // Without a word they are too many to choose from.
    { label: t('Views'), items: words.length > 0 ? fitting(views) : [] },
  ]
  return { groups: groups.filter((group) => group.items.length > 0), isSearching: found.isFetching || asked !== text }
}

function recordItem(
  module: string,
  { id, title, hint, link, status, store, customer, why, words }: AnswerItem,
): FoundItem {
  const definition = moduleOf(module)
  const field = definition && ['status', 'state'].map((name) => definition.fields[name]).find((one) => one?.of)
  const state = field?.of?.find(({ value }) => value === status)?.label
  const reason = why && words ? `${t(why)}: ${words}` : ''
  return {
    key: `${module}-${id}`,
    title,
    hint: hint ?? '',
    more: [state && t(state), store, customer, reason].filter(Boolean).join(' · '),
    icon: definition?.icon ?? 'list',
    link,
  }
}

/** What can be done where one is. */
function useActs(): FoundGroup[] {
  const [groups, tell] = useState<FoundGroup[]>([])
  useEffect(() => {
    void actsHere().then((here) =>
      tell(
        here.map(({ of, acts }, group) => ({
          label: of || t('This page'),
          items: acts
            .filter(({ run }) => run)
            .map(({ label, keys, run }, at) => ({
              ...{ key: `act-${group}-${at}`, title: label, icon: 'list-check' as const },
              ...(keys && { keys }),
              ...(run && { run }),
            })),
        })),
      ),
    )
  }, [])
  return groups
}

/** Screens of the menu, the views of lists, and what this person may add. */
function usePlaces() {
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
