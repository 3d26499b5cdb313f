import { ActionIcon, Checkbox, NativeSelect, Textarea } from '@mantine/core'
import { IconChevronDown, IconTrash } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { type Language, t } from '../../../shared/language.ts'
import { languageWord } from '../../../shared/language-word.ts'
import {
  answerInWords,
  inWords,
  LONGEST_QUESTION,
  possibleAnswers,
  QUESTION_KINDS,
} from '../../../shared/surveys/questions.ts'
import css from './editor.module.css'
import { deciders, hasOptions, type Item, isReplaced, lineIdOf, optionsFor, textIdOf } from './item.web.ts'
import { OptionsInput } from './options-input.web.tsx'
import { kindName } from './questions-card.web.tsx'

interface Props {
  item: Item
  items: readonly Item[]
  language: Language
  errors: Readonly<Record<string, string>>
  set: (item: Item) => void
  isOpen: boolean
  onOpen: () => void
  onRemove: () => void
  /** The next question, where there may be one more. */
  onNext: (() => void) | undefined
}

/** One question: a line of the list, and what it is made of once it is opened. */
export function ItemCard({ item, items, language, errors, set, isOpen, onOpen, onRemove, onNext }: Props) {
  const at = items.indexOf(item)
  const name = inWords(item.text, language) || t('New question')
  const own = Object.entries(errors).filter(([path]) => path.startsWith(`questions.${at}.`))
  return (
    <div className={css.item}>
      <div className={css.line}>
        <button type="button" id={lineIdOf(item)} className={css.open} aria-expanded={isOpen} onClick={onOpen}>
          <span className={css.name}>
            {at + 1}. {name}
          </span>
          <small>
            {kindName(item.kind)}
            {item.is_required ? ` · ${t('Required')}` : null}
            {item.shown_if ? ` · ${t('Only after some answers')}` : null}
          </small>
          <IconChevronDown size={16} aria-hidden="true" />
        </button>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('Remove {{name}}', { name })}
          onClick={onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </div>
      {isReplaced(item) ? (
        <p className={css.replaced} role="status">
          {t('This question has answers: what you change becomes a new question, and the figures of both stay apart.')}
        </p>
      ) : null}
      {own.map(([path, says]) => (
        <p key={path} className={css.wrong} role="alert">
          {says}
        </p>
      ))}
      {isOpen ? <Parts {...{ item, items, language, set, at, onNext }} /> : null}
    </div>
  )
}

function Parts({
  item,
  items,
  language,
  set,
  at,
  onNext,
}: Pick<Props, 'item' | 'items' | 'language' | 'set' | 'onNext'> & { at: number }) {
  const earlier = deciders(items, at)
  /** Enter goes on: to the first answer to choose from, else to the next question; with Shift it is a new line. */
  const goOn = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing)
      return
    event.preventDefault()
    const [first] = hasOptions(item.kind) ? item.options : []
    if (first) document.getElementById(`${item.key}-${first.key}`)?.focus()
    else if (item.text[language]?.trim()) onNext?.()
  }
  return (
    <div className={css.parts}>
      <Textarea
        id={textIdOf(item)}
        label={t('Question ({{language}})', { language: languageWord(language) })}
        placeholder={language === 'vi' ? undefined : item.text.vi}
        value={item.text[language] ?? ''}
        maxLength={LONGEST_QUESTION}
        minRows={1}
        required={language === 'vi'}
        onKeyDown={goOn}
        onChange={({ currentTarget }) => set({ ...item, text: { ...item.text, [language]: currentTarget.value } })}
      />
      <NativeSelect
        label={t('Kind of question')}
        value={item.kind}
        data={QUESTION_KINDS.map(({ value, label }) => ({ value, label: t(label) }))}
        onChange={({ currentTarget }) => {
          const kind = QUESTION_KINDS.find(({ value }) => value === currentTarget.value)?.value ?? item.kind
          set({ ...item, kind, options: optionsFor(kind, item.options) })
        }}
      />
      {hasOptions(item.kind) ? (
        <OptionsInput
          name={item.key}
          options={item.options}
          language={language}
          onChange={(options) => set({ ...item, options })}
        />
      ) : null}
      <Checkbox
        label={t('Must be answered')}
        checked={item.is_required}
        onChange={({ currentTarget }) => set({ ...item, is_required: currentTarget.checked })}
      />
      {earlier.length > 0 ? <Condition {...{ item, earlier, language, set, items }} /> : null}
    </div>
  )
}

function Condition({
  item,
  earlier,
  language,
  set,
  items,
}: Pick<Props, 'item' | 'language' | 'set' | 'items'> & { earlier: readonly Item[] }) {
  const { shown_if: condition } = item
  const decider = earlier.find(({ key }) => key === condition?.key)
  return (
    <div className={css.condition}>
      <NativeSelect
        label={t('Shown')}
        value={decider?.key ?? ''}
        data={[
          { value: '', label: t('Always') },
          ...earlier.map((one) => ({
            value: one.key,
            label: t('Only after answers to {{question}}', {
              question: `${items.indexOf(one) + 1}. ${inWords(one.text, language)}`,
            }),
          })),
        ]}
        onChange={({ currentTarget: { value } }) => set({ ...item, shown_if: value ? { key: value, is: [] } : null })}
      />
      {decider && condition ? (
        <Checkbox.Group
          label={t('Which answers show it?')}
          value={condition.is}
          onChange={(is) => set({ ...item, shown_if: { key: decider.key, is } })}
        >
          <div className={css.answers}>
            {possibleAnswers(decider).map((value) => (
              <Checkbox key={value} value={value} label={labelOf(decider, value, language)} />
            ))}
          </div>
        </Checkbox.Group>
      ) : null}
    </div>
  )
}

const labelOf = (decider: Item, value: string, language: Language): string =>
  possibleAnswers(decider)[0] && /^\d+$/.test(value) ? value : answerInWords(decider, value, language)
