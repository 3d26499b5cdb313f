import { Button } from '@mantine/core'
import { IconMoon, IconPalette, IconSun } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { currentLanguage, LANGUAGE_CHOICES, type Language, t } from '../../shared/language.ts'
import { post } from '../../web/api.ts'
import { switchLanguage } from '../../web/public/language.ts'
import { changeSettings, useSettings } from '../../web/theme/settings.ts'
import { sayFailure } from '../../web/ui/snackbar.tsx'
import css from './profile-setting.module.css'

const SettingsPanel = lazy(() => import('../../web/app/settings/settings-panel.tsx'))

/** The language, for this browser and for what is sent to the person; light or dark; and the rest of the look. */
export function LookTab() {
  const [isOpen, setOpen] = useState(false)
  const { navType } = useSettings()
  return (
    <div className={css.stack}>
      <section className={css.panel}>
        <Choices
          legend={t('Language')}
          name="language"
          chosen={currentLanguage()}
          of={LANGUAGE_CHOICES.map((one) => ({ ...one, lang: one.value }))}
          onChoose={(language) => void speak(language)}
        />
        <p className={css.hint}>{t('Also used for messages that are sent to you. The page reloads.')}</p>
      </section>
      <section className={css.panel}>
        <Choices
          legend={t('Colours')}
          name="scheme"
          chosen={navType}
          of={[
            { value: 'light', label: t('Light'), sign: <IconSun size={18} aria-hidden /> },
            { value: 'dark', label: t('Dark'), sign: <IconMoon size={18} aria-hidden /> },
          ]}
          onChoose={(scheme) => changeSettings({ navType: scheme })}
        />
        <div className={css.buttons}>
          <Button variant="default" leftSection={<IconPalette size={18} aria-hidden />} onClick={() => setOpen(true)}>
            {t('Accent, font and layout')}
          </Button>
        </div>
      </section>
      {isOpen && (
        <Suspense fallback={null}>
          <SettingsPanel close={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

interface ChoicesProps<V extends string> {
  legend: string
  name: string
  chosen: V
  of: readonly { value: V; label: string; lang?: string; sign?: ReactNode }[]
  onChoose: (value: V) => void
}

function Choices<V extends string>({ legend, name, chosen, of, onChoose }: ChoicesProps<V>) {
  return (
    <fieldset className={css.choices}>
      <legend>{legend}</legend>
      {of.map(({ value, label, lang, sign }) => (
        <label key={value} className={css.choice} lang={lang}>
          <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
          {sign}
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}

async function speak(language: Language): Promise<void> {
  try {
    await post('change-info', { locale: language })
    changeSettings({ locale: language })
    switchLanguage(language)
  } catch (error) {
    sayFailure(error)
  }
}
