import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { moduleOf } from '../../../modules/index.ts'
import { t } from '../../../shared/language.ts'
import { get } from '../../api.ts'
import type { FoundGroup, FoundItem } from './found-item.ts'
import { openedLast } from './opened.ts'

interface Shown extends Record<'hint' | 'status' | 'store' | 'customer', string | null> {
  id: number
  title: string
  link: string
}
interface Hit extends Shown, Record<'why' | 'words', string | null> {}

/** Records that say these words, by register. */
export function useHits(asked: string): { groups: FoundGroup[]; isFetching: boolean; isOfOtherWords: boolean } {
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['search', asked],
    queryFn: ({ signal }) =>
      get<{ groups: { module: string; label: string; items: Hit[] }[] }>(
        'search',
        { q: asked },
        { signal, quiet: true },
      ),
    enabled: asked.length > 1,
    placeholderData: keepPreviousData,
  })
  const groups = (data?.groups ?? []).map(({ module, label, items }) => ({
    label: t(label),
    items: items.map((one) => itemOf(module, one, one.why && one.words ? `${t(one.why)}: ${one.words}` : '')),
  }))
  return { groups, isFetching, isOfOtherWords: isPlaceholderData }
}

/** Lists that the words say exactly, e.g. what is overdue at a store. */
export function useLists(asked: string): { lists: FoundItem[]; isFetching: boolean } {
  const { data, isFetching } = useQuery({
    queryKey: ['search', 'lists', asked],
    queryFn: ({ signal }) =>
      get<{ lists: { module: string; title: string; link: string }[] }>(
        'assistant/lists',
        { q: asked },
        { signal, quiet: true },
      ),
    enabled: /\S\s+\S/.test(asked),
  })
  const lists = (data?.lists ?? []).map(({ module, title, link }) => ({
    key: `list-${link.replaceAll(/\W/g, '-')}`,
    title,
    link,
    icon: moduleOf(module)?.icon ?? ('list' as const),
  }))
  return { lists, isFetching }
}

/** What this person opened last, but for where they are; null until the server has said how it is called now. */
export function useOpened(): FoundItem[] | null {
  const [kept] = useState(openedLast)
  const { data, isPending } = useQuery({
    queryKey: ['search', 'opened', kept],
    queryFn: () => get<{ items: (Shown & { module: string })[] }>('search/opened', { record: kept }, { quiet: true }),
    enabled: kept.length > 0,
    retry: false,
  })
  if (kept.length > 0 && isPending) return null
  const { pathname, search } = window.location
  const beside = new URLSearchParams(search).get('open')
  return (data?.items ?? [])
    .filter(
      ({ link, module, id }) => link !== pathname && !(beside === String(id) && pathname.startsWith(`/${module}`)),
    )
    .map(({ module, ...one }) => itemOf(module, one))
}

function itemOf(module: string, { id, title, hint, link, status, store, customer }: Shown, reason = ''): FoundItem {
  const definition = moduleOf(module)
  const field = definition && ['status', 'state'].map((name) => definition.fields[name]).find((one) => one?.of)
  const state = field?.of?.find(({ value }) => value === status)?.label
  return {
    key: `${module}-${id}`,
    title,
    hint: hint ?? '',
    more: [state && t(state), store, customer, reason].filter(Boolean).join(' · '),
    // A record is called as people called it.
    called: [],
    icon: definition?.icon ?? 'list',
    link,
    isRecord: true,
  }
}
