import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useState } from 'react'
import { t } from '../../../shared/language.ts'
import { normalizeText } from '../../../shared/vietnam/vietnam.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { go } from '../location.ts'
import { useFound } from './found.ts'
import type { FoundGroup, FoundItem } from './found-item.ts'
import css from './search-dialog.module.css'

const CLOSING_MS = 50

/** Finds screens, records and acts at once; arrows and Enter, or a click; with Ctrl it opens in a tab of its own. */
export default function SearchDialog({ close }: { close: () => void }) {
  const [typed, setTyped] = useState('')
  // The letter shows at once, what fits it a moment later; Enter waits for that.
  const asked = useDeferredValue(typed, '')
  const [entered, setEntered] = useState<'here' | 'beside'>()
  const [at, setAt] = useState(0)
  const listId = useId()
  const { groups, isSearching } = useFound(asked)
  const items = groups.flatMap((group) => group.items)
  const active = items[Math.min(at, items.length - 1)]
  const open = (item: FoundItem, isBeside = false) => {
    const { link, run } = item
    if (isBeside && link) return void window.open(link, '_blank', 'noopener')
    close()
    if (link) go(link)
    // The dialog has gone by then: the act may open one of its own.
    else window.setTimeout(() => run?.(), CLOSING_MS)
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setAt((before) => (Math.min(before, items.length - 1) + step + items.length) % Math.max(1, items.length))
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      setEntered(event.ctrlKey || event.metaKey ? 'beside' : 'here')
    }
  }
  useEffect(() => {
    if (!entered || asked !== typed) return
    setEntered(undefined)
    if (active) open(active, entered === 'beside')
  })
  useEffect(() => {
    document.getElementById(`${listId}-${active?.key}`)?.scrollIntoView({ block: 'nearest' })
  }, [active?.key, listId])
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
          data-autofocus
          className={css.input}
          value={typed}
          placeholder={t('Find tickets, people, stores…')}
          aria-label={t('Search')}
          role="combobox"
          aria-expanded={items.length > 0}
          aria-controls={listId}
          aria-activedescendant={active && `${listId}-${active.key}`}
          aria-autocomplete="list"
          autoComplete="off"
          onKeyDown={onKey}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setAt(0)
          }}
        />
        <kbd className={css.key}>Esc</kbd>
      </label>
      <Results
        {...{ listId, groups, open }}
        activeKey={active?.key}
        words={normalizeText(asked).split(/\s+/).filter(Boolean)}
      />
      {items.length === 0 && (
        <p className={css.none}>{isSearching ? t('Searching…') : t('Nothing found for “{{text}}”', { text: asked })}</p>
      )}
      <p role="status" className="visually-hidden">
        {isSearching ? '' : t('{{count}} results', { count: items.length })}
      </p>
    </Dialog>
  )
}

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

/** A text with what was typed marked in it, accents or not. */
function Marked({ text, words }: { text: string; words: readonly string[] }) {
  const plain = normalizeText(text)
  const at = words.map((word) => [plain.indexOf(word), word.length] as const).find(([from]) => from >= 0)
  if (!at || plain.length !== text.length) return text
  const [from, length] = at
  return (
    <>
      {text.slice(0, from)}
      <mark>{text.slice(from, from + length)}</mark>
      {text.slice(from + length)}
    </>
  )
}
