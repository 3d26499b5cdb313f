import { IconSearch } from '@tabler/icons-react'
import {
  Fragment,
  type KeyboardEvent,
  memo,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useState,
} from 'react'
import { t } from '../../../shared/language.ts'
import { normalizeText } from '../../../shared/vietnam/vietnam.ts'
import { beginningsOf } from '../../../shared/whole-words.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { go } from '../location.ts'
import { useFound } from './found.ts'
import type { FoundGroup, FoundItem } from './found-item.ts'
import css from './search-dialog.module.css'

const CLOSING_MS = 50

type Entered = 'here' | 'beside'

interface SearchProps {
  close: () => void
  /** What was typed before this had come. */
  early: RefObject<string>
}

/** Finds screens, records and acts at once; arrows and Enter, or a click; with Ctrl it opens in a tab of its own. */
export default function SearchDialog({ close, early }: SearchProps) {
  const [typed, setTyped] = useState('')
  // The box and its letters show at once, what fits them a moment later; Enter waits for that.
  const asked = useDeferredValue<string | null>(typed, null)
  const [entered, setEntered] = useState<Entered>()
  const [reached, setReached] = useState<string>()
  const [{ activeKey, keys }, tell] = useState<Told>({ activeKey: undefined, keys: [] })
  const listId = useId()
  useLayoutEffect(() => {
    setTyped(early.current)
    early.current = ''
  }, [early])
  const open = useCallback(
    (item: FoundItem | undefined, isBeside = false) => {
      setEntered(undefined)
      if (!item) return
      const { link, run } = item
      if (isBeside && link) return void window.open(link, '_blank', 'noopener')
      close()
      if (link) go(link)
      // The dialog has gone by then: the act may open one of its own.
      else window.setTimeout(() => run?.(), CLOSING_MS)
    },
    [close],
  )
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setReached(keys[(keys.indexOf(activeKey ?? '') + step + keys.length) % keys.length])
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      setEntered(event.ctrlKey || event.metaKey ? 'beside' : 'here')
    }
  }
  return (
    <Dialog
      opened
      onClose={close}
      withCloseButton={false}
      centered={false}
      size={640}
      padding={0}
      yOffset="10vh"
      attributes={{ content: { 'aria-label': t('Search') } }}
    >
      <label className={css.box}>
        <IconSearch size={20} aria-hidden />
        <input
          autoFocus
          className={css.input}
          value={typed}
          placeholder={t('Find tickets, people, stores…')}
          aria-label={t('Search')}
          role="combobox"
          aria-expanded={keys.length > 0}
          aria-controls={listId}
          aria-activedescendant={activeKey && `${listId}-${activeKey}`}
          aria-autocomplete="list"
          autoComplete="off"
          onKeyDown={onKey}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setEntered(undefined)
            setReached(undefined)
          }}
        />
        <kbd className={css.key}>Esc</kbd>
      </label>
      {asked === null ? null : (
        <Found {...{ asked, reached, listId, open, tell }} entered={asked === typed ? entered : undefined} />
      )}
    </Dialog>
  )
}

/** What the box says of what was found. */
interface Told {
  activeKey: string | undefined
  keys: readonly string[]
}

interface FoundProps {
  asked: string
  /** The key of what the arrows have led to: what comes late moves it, and does not take its place. */
  reached: string | undefined
  listId: string
  /** Enter was pressed on what is asked. */
  entered: Entered | undefined
  open: (item: FoundItem | undefined, isBeside?: boolean) => void
  tell: (told: Told) => void
}

/** What fits the words; drawn anew for other words only. */
const Found = memo(function Found({ asked, reached, listId, entered, open, tell }: FoundProps) {
  const { groups, isSearching } = useFound(asked)
  const items = groups.flatMap((group) => group.items)
  const count = items.length
  const active = items.find(({ key }) => key === reached) ?? items[0]
  const activeKey = active?.key
  useLayoutEffect(() => tell({ activeKey, keys: items.map(({ key }) => key) }))
  useEffect(() => {
    const isPending = isSearching && (!active || (activeKey !== reached && active.isRecord))
    if (entered && !isPending) open(active, entered === 'beside')
  })
  useEffect(() => {
    document.getElementById(`${listId}-${activeKey}`)?.scrollIntoView({ block: 'nearest' })
  }, [activeKey, listId])
  return (
    <>
      <Results {...{ listId, groups, open, activeKey }} words={normalizeText(asked).split(/\s+/).filter(Boolean)} />
      {count === 0 && (
        <p className={css.none}>{isSearching ? t('Searching…') : t('Nothing found for “{{text}}”', { text: asked })}</p>
      )}
      <p role="status" className="visually-hidden">
        {isSearching ? '' : t('{{count}} results', { count })}
      </p>
    </>
  )
})

interface ResultsProps {
  listId: string
  groups: FoundGroup[]
  activeKey?: string | undefined
  words: readonly string[]
  open: (item: FoundItem, isBeside?: boolean) => void
}

function Results({ listId, groups, activeKey, words, open }: ResultsProps) {
  return (
    <div id={listId} role="listbox" aria-label={t('Results')} className={css.results}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
        <div key={group.label} role="group" aria-label={group.label}>
          <div className={css.heading} aria-hidden>
            {group.label}
          </div>
          {group.items.map((item) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the text box holds the focus and the keys
            <div
              key={item.key}
              id={`${listId}-${item.key}`}
              role="option"
              aria-selected={item.key === activeKey}
              className={css.item}
              onClick={({ ctrlKey, metaKey }) => open(item, ctrlKey || metaKey)}
            >
              <Icon name={item.icon} />
              <span className={css.lines}>
                <span className={css.title}>
                  <Marked text={item.title} words={words} />
                </span>
                {item.more ? (
                  <small>
                    <Marked text={item.more} words={words} />
                  </small>
                ) : null}
              </span>
              <span className={css.hint}>{item.hint}</span>
              {item.keys?.map((key) => (
                <kbd key={key} className={css.key}>
                  {key}
                </kbd>
              ))}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

/** A text with every word that was typed marked in it, accents or not. */
function Marked({ text, words }: { text: string; words: readonly string[] }) {
  const plain = normalizeText(text)
  if (words.length === 0 || plain.length !== text.length) return text
  const marks = [...plain.matchAll(beginningsOf(words))].map(
    ({ index, 0: word }) => [index, index + word.length] as const,
  )
  return (
    <>
      {marks.map(([from, to], at) => (
        <Fragment key={from}>
          {text.slice(marks[at - 1]?.[1] ?? 0, from)}
          <mark>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  )
}
