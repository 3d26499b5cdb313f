import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { type Language, t } from '../../../shared/language.ts'
import { languageWord } from '../../../shared/language-word.ts'
import { LONGEST_OPTION, MOST_OPTIONS, type Option } from '../../../shared/surveys/questions.ts'
import { Sortable } from '../../../web/ui/sortable.tsx'
import css from './editor.module.css'
import { newOption } from './item.web.ts'

interface Props {
  name: string
  options: readonly Option[]
  language: Language
  onChange: (options: Option[]) => void
}

/** What there is to choose from, in its order. */
export function OptionsInput({ name, options, language, onChange }: Props) {
  const focus = ({ key }: Option) => document.getElementById(`${name}-${key}`)?.focus()
  const add = () => {
    const made = newOption(options)
    onChange([...options, made])
    requestAnimationFrame(() => focus(made))
  }
  const remove = (at: number) => {
    const beside = options[at + 1] ?? options[at - 1]
    onChange(options.toSpliced(at, 1))
    if (beside) focus(beside)
  }
  /** Enter goes on to the next answer, and makes one after the last. */
  const goOn = (event: KeyboardEvent, at: number) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    const next = options[at + 1]
    if (next) focus(next)
    else if (options.length < MOST_OPTIONS && options[at]?.[language]) add()
  }
  return (
    <fieldset className={css.options}>
      <legend>{t('Answers to choose from ({{language}})', { language: languageWord(language) })}</legend>
      <Sortable
        items={options}
        keyOf={({ key }) => `${name}-${key}`}
        nameOf={(option) => option[language] || option.vi || t('New answer')}
        onChange={onChange}
      >
        {(option) => {
          const at = options.indexOf(option)
          return (
            <div className={css.line}>
              <TextInput
                id={`${name}-${option.key}`}
                className={css.grows}
                aria-label={t('Answer {{n}}', { n: at + 1 })}
                placeholder={language === 'vi' ? undefined : option.vi}
                value={option[language] ?? ''}
                maxLength={LONGEST_OPTION}
                onKeyDown={(event) => goOn(event, at)}
                onChange={({ currentTarget }) =>
                  onChange(options.map((one) => (one === option ? { ...one, [language]: currentTarget.value } : one)))
                }
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={t('Remove answer {{n}}', { n: at + 1 })}
                disabled={options.length <= 2}
                onClick={() => remove(at)}
              >
                <IconX size={16} />
              </ActionIcon>
            </div>
          )
        }}
      </Sortable>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        disabled={options.length >= MOST_OPTIONS}
        onClick={add}
      >
        {t('Add an answer')}
      </Button>
    </fieldset>
  )
}
