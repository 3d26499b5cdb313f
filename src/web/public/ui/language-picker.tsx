import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { currentLanguage, LANGUAGE_NAMES, type Language, t } from '../../../shared/language.ts'
import { switchLanguage } from '../language.ts'
import { Icon } from './icon.tsx'

const SHOWN: Language[] = ['en', 'vi', 'ko']

/** English, Tiếng Việt, 한국인; choosing loads the page anew. */
export function LanguagePicker({ onSwitch }: { onSwitch?: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const current = currentLanguage()

  const choose = (language: Language) => {
    setOpen(false)
    if (language === current) return button.current?.focus()
    onSwitch?.()
    switchLanguage(language)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    setOpen(false)
    button.current?.focus()
  }
  const onBlur = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: closes what the button inside opened
    <div className="languages" onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        className="languages-button"
        aria-expanded={isOpen}
        aria-label={`${t('Language')}: ${LANGUAGE_NAMES[current]}`}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="world" size={18} stroke={1.75} />
        <span lang={current}>{LANGUAGE_NAMES[current]}</span>
        <Icon name="chevron-down" size={16} />
      </button>
      {isOpen && (
        <ul className="languages-list">
          {SHOWN.map((language) => (
            <li key={language}>
              <button
                type="button"
                lang={language}
                aria-current={language === current}
                onClick={() => choose(language)}
              >
                {LANGUAGE_NAMES[language]}
                {language === current && <Icon name="check" size={18} />}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
