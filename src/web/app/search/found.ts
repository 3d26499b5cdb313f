import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { t } from '../../../shared/language.ts'
import { normalizeText } from '../../../shared/vietnam/vietnam.ts'
import { actsHere } from '../../screens/page-acts.ts'
import type { FoundGroup, FoundItem } from './found-item.ts'
import { useOtherWords } from './other-words.ts'
import { usePlaces } from './places.ts'
import { useHits, useLists, useOpened } from './records.ts'

const DEBOUNCE_MS = 200
/** Of a kind, before anything is typed and after. */
const [FEW, SOME] = [6, 8]

/**
 * What fits the words: before any the records opened last, then the acts of where one is and the screens; after, acts, lists that are
 * narrowed so, records, screens, what may be made, and views.
 */
export function useFound(typed: string): { groups: FoundGroup[]; isSearching: boolean } {
  const text = typed.trim()
  const [asked] = useDebouncedValue(text, DEBOUNCE_MS)
  const words = normalizeText(text).split(/\s+/).filter(Boolean)
  const hasWords = words.length > 0
  const otherWords = useOtherWords(hasWords)
  const hits = useHits(asked)
  const { lists, isFetching: isFetchingLists } = useLists(asked)
  const opened = useOpened()
  const acts = useActs()
  const { screens, views, creations } = usePlaces()
  const fitting = (items: readonly FoundItem[], most = hasWords ? SOME : FEW) =>
    items
      .flatMap(({ title, hint = '', more = '', called = [title, hint], ...item }) => {
        const shown = normalizeText(`${title} ${hint} ${more}`)
        const found = { ...item, title, hint, more }
        if (words.every((word) => shown.includes(word))) return [found]
        const others = called.flatMap(otherWords)
        const said = `${shown} ${others.join(' ')}`
        if (!words.every((word) => said.includes(word))) return []
        // Why it is here, where its own words do not tell.
        const why = others.find((one) => words.every((word) => one.includes(word)))
        return [{ ...found, more: [more, why].filter(Boolean).join(' · ') }]
      })
      .slice(0, most)
  // What stands first must not be another one a moment later.
  if (!(hasWords || opened)) return { groups: [], isSearching: true }
  const recent = { label: t('Opened last'), items: fitting(opened ?? []) }
  const known = new Set(recent.items.map(({ link }) => link))
  const listLinks = new Set(lists.map(({ link }) => link))
  const isBeyond = ({ link }: FoundItem) => !known.has(link)
  const hitsOf = (items: FoundItem[]) =>
    (hits.isOfOtherWords || asked !== text ? fitting(items) : items).filter(isBeyond)
  const groups = [
    ...(hasWords ? [] : [recent]),
    ...(acts ?? []).map(({ label, items }) => ({
      label,
      items: fitting(items, hasWords ? SOME : Number.POSITIVE_INFINITY),
    })),
    ...(hasWords
      ? [
          { label: t('Filtered lists'), items: lists },
          recent,
          ...(text.length > 1 ? hits.groups.map((one) => ({ ...one, items: hitsOf(one.items) })) : []),
        ]
      : []),
    { label: t('Screens'), items: fitting(screens) },
    { label: t('Create'), items: fitting(creations) },
    // Without a word they are too many to choose from.
    { label: t('Views'), items: hasWords ? fitting(views.filter(({ link }) => !listLinks.has(link ?? ''))) : [] },
  ]
  const isSearching = asked !== text || hits.isFetching || isFetchingLists || (hasWords && !acts)
  return { groups: groups.filter((group) => group.items.length > 0), isSearching }
}

/** What can be done where one is; null until that is known. */
function useActs(): FoundGroup[] | null {
  const [groups, tell] = useState<FoundGroup[] | null>(null)
  useEffect(() => {
    const known = actsHere().catch(() => [])
    void known.then((here) =>
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
