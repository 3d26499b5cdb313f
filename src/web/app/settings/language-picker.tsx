import { IconCheck, IconLanguage } from '@tabler/icons-react'
import { currentLanguage, LANGUAGE_NAMES, type Language, t } from '../../../shared/language.ts'
import { switchLanguage } from '../../public/language.ts'
import css from '../menu/drop-down.module.css'
import { DropDown } from '../menu/drop-down.tsx'

/** As the specification names them (section 2). */
const IN_ORDER: readonly Language[] = ['en', 'vi', 'ko']

/** Switching loads the page anew. */
export function LanguagePicker() {
  const current = currentLanguage()
  return (
    <DropDown
      label={`${t('Language')}: ${LANGUAGE_NAMES[current]}`}
      width={180}
      sign={<IconLanguage size={20} aria-hidden />}
    >
      {(close) => (
        <ul className={css.list}>
          {IN_ORDER.map((language) => (
            <li key={language}>
              <button
                type="button"
                lang={language}
                className={css.item}
                aria-current={language === current ? 'true' : undefined}
                onClick={() => (language === current ? close() : switchLanguage(language))}
              >
                {LANGUAGE_NAMES[language]}
                {language === current && <IconCheck size={16} aria-hidden />}
              </button>
            </li>
          ))}
        </ul>
      )}
    </DropDown>
  )
}
