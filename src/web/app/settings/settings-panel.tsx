import { Button, Drawer, SegmentedControl, Select, Slider, Switch } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { isLanguage, LANGUAGE_CHOICES, t } from '../../../shared/language.ts'
import { switchLanguage } from '../../public/language.ts'
import { changeSettings, FONTS, PRESETS, type Preset, resetSettings, useSettings } from '../../theme/settings.ts'
import { DIALOG_LAYER } from '../../ui/dialogs/dialog.tsx'
import { useEarlyEscape } from '../../ui/dialogs/early-escape.ts'
import { useFocusBack } from '../../ui/dialogs/focus-back.ts'
import css from './settings-panel.module.css'

const PRESET_NAMES: Record<Preset, string> = {
  default: 'Blue',
  green: 'Green',
  violet: 'Violet',
  teal: 'Teal',
  red: 'Red',
  graphite: 'Graphite',
}

/** The look, changed live and kept in this browser. */
export default function SettingsPanel({ close }: { close: () => void }) {
  useFocusBack(true)
  useEarlyEscape(true, close)
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={340}
      zIndex={DIALOG_LAYER}
      returnFocus={false}
      title={t('Look and layout')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <div className={css.panel}>
        <Scheme />
        <Presets />
        <Face />
        <Switches />
        <Button variant="default" onClick={resetSettings}>
          {t('Reset to the default look')}
        </Button>
      </div>
    </Drawer>
  )
}

function Scheme() {
  const { navType, locale } = useSettings()
  const schemes = [
    { value: 'light', label: <Labelled sign={<IconSun size={16} aria-hidden />}>{t('Light')}</Labelled> },
    { value: 'dark', label: <Labelled sign={<IconMoon size={16} aria-hidden />}>{t('Dark')}</Labelled> },
  ]
  const change = (language: string | null) => {
    if (!isLanguage(language) || language === locale) return
    changeSettings({ locale: language })
    switchLanguage(language)
  }
  return (
    <>
      <Part label={t('Colours')}>
        <SegmentedControl
          fullWidth
          data={schemes}
          value={navType}
          onChange={(value) => changeSettings({ navType: value === 'dark' ? 'dark' : 'light' })}
          aria-label={t('Colours')}
        />
      </Part>
      <Select label={t('Language')} data={LANGUAGE_CHOICES} value={locale} onChange={change} allowDeselect={false} />
    </>
  )
}

function Presets() {
  const { presetColor } = useSettings()
  return (
    <fieldset className={css.presets}>
      <legend className={css.label}>{t('Accent colour')}</legend>
      {PRESETS.map((preset) => (
        <label key={preset} className={css.preset} data-preset={preset} title={t(PRESET_NAMES[preset])}>
          <input
            type="radio"
            name="preset"
            className="visually-hidden"
            checked={preset === presetColor}
            onChange={() => changeSettings({ presetColor: preset })}
          />
          <span className="visually-hidden">{t(PRESET_NAMES[preset])}</span>
        </label>
      ))}
    </fieldset>
  )
}

function Face() {
  const { fontFamily, borderRadius } = useSettings()
  const names = { Roboto: 'Roboto', System: t('System font'), Serif: t('Serif font') }
  return (
    <>
      <Select
        label={t('Font')}
        data={FONTS.map((value) => ({ value, label: names[value] }))}
        value={fontFamily}
        onChange={(value) => changeSettings({ fontFamily: FONTS.find((font) => font === value) ?? 'Roboto' })}
        allowDeselect={false}
      />
      <Part label={t('Round corners')}>
        <Slider
          min={0}
          max={16}
          step={1}
          value={borderRadius}
          onChange={(value) => changeSettings({ borderRadius: value })}
          label={(value) => `${value} px`}
          thumbLabel={t('Round corners')}
          marks={[{ value: 0 }, { value: 8 }, { value: 16 }]}
        />
      </Part>
    </>
  )
}

function Switches() {
  const { outlinedFilled, container, rtlLayout } = useSettings()
  const flip =
    (name: 'outlinedFilled' | 'container' | 'rtlLayout') => (event: { currentTarget: { checked: boolean } }) =>
      changeSettings({ [name]: event.currentTarget.checked })
  return (
    <>
      <Switch label={t('Filled inputs')} checked={outlinedFilled} onChange={flip('outlinedFilled')} />
      <Switch
        label={t('Narrow content')}
        description={t('Keeps lines short on a wide screen')}
        checked={container}
        onChange={flip('container')}
      />
      <Switch label={t('Right to left')} checked={rtlLayout} onChange={flip('rtlLayout')} />
    </>
  )
}

function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={css.part}>
      <span className={css.label} aria-hidden>
        {label}
      </span>
      {children}
    </div>
  )
}

function Labelled({ sign, children }: { sign: ReactNode; children: ReactNode }) {
  return (
    <span className={css.labelled}>
      {sign}
      {children}
    </span>
  )
}
