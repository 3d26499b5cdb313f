import { useSyncExternalStore } from 'react'
import { currentLanguage, type Language } from '../../shared/language.ts'

/** The look a person chose (specification section 3, stored UI settings). */
export interface Settings {
  fontFamily: FontFamily
  borderRadius: number
  /** Inputs drawn with a sunken fill; otherwise with an outline only. */
  outlinedFilled: boolean
  navType: 'light' | 'dark'
  presetColor: Preset
  locale: Language
  rtlLayout: boolean
  /** Keeps the content at a comfortable width on a wide screen. */
  container: boolean
}

export const FONTS = ['Roboto', 'System', 'Serif'] as const
export type FontFamily = (typeof FONTS)[number]
export const PRESETS = ['default', 'green', 'violet', 'teal', 'red', 'graphite'] as const
export type Preset = (typeof PRESETS)[number]

const CONFIG_KEY = 'config'
const FACES: Record<FontFamily, string | null> = {
  Roboto: null,
  System: 'system-ui, "Segoe UI", "Apple SD Gothic Neo", "Malgun Gothic", sans-serif',
  Serif: 'Georgia, "Noto Serif", "Nanum Myeongjo", serif',
}

const defaults = (): Settings => ({
  fontFamily: 'Roboto',
  borderRadius: 8,
  outlinedFilled: true,
  navType: 'light',
  presetColor: 'default',
  locale: currentLanguage(),
  rtlLayout: false,
  container: false,
})

let settings: Settings | undefined
const listeners = new Set<() => void>()

export const readSettings = (): Settings => {
  settings ??= { ...defaults(), ...stored(), locale: currentLanguage() }
  return settings
}

export const useSettings = (): Settings => useSyncExternalStore(listen, readSettings)

/** Changes the look at once and keeps it. */
export function changeSettings(part: Partial<Settings>): void {
  settings = { ...readSettings(), ...part }
  try {
    localStorage.setItem(CONFIG_KEY, JSON.stringify(settings))
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  showSettings()
  for (const listener of listeners) listener()
}

export const resetSettings = (): void => changeSettings(defaults())

/** Writes the settings to the document, where tokens.css reads them. */
export function showSettings(): void {
  const { navType, presetColor, borderRadius, fontFamily, rtlLayout, outlinedFilled } = readSettings()
  const root = document.documentElement
  root.dataset.scheme = navType
  root.dataset.preset = presetColor
  root.dataset.inputs = outlinedFilled ? 'filled' : 'outlined'
  root.dir = rtlLayout ? 'rtl' : 'ltr'
  root.style.setProperty('--radius', `${borderRadius}px`)
  root.style.setProperty('--radius-sm', `${Math.max(0, borderRadius - 2)}px`)
  const face = FACES[fontFamily]
  if (face) root.style.setProperty('--font', face)
  else root.style.removeProperty('--font')
}

/** Paper is white, whatever the screen: a print takes the colours of the light scheme. */
export function printInLight(): void {
  window.addEventListener('beforeprint', () => {
    document.documentElement.dataset.scheme = 'light'
  })
  window.addEventListener('afterprint', showSettings)
}

function stored(): Partial<Settings> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(CONFIG_KEY) ?? '{}')
    return typeof found === 'object' && found !== null ? sound(found as Record<string, unknown>) : {} // narrowed on this line
  } catch {
    return {}
  }
}

/** What is kept may come from another version or another hand. */
function sound(found: Record<string, unknown>): Partial<Settings> {
  const part: Partial<Settings> = {}
  const font = FONTS.find((name) => name === found.fontFamily)
  const preset = PRESETS.find((name) => name === found.presetColor)
  if (font) part.fontFamily = font
  if (preset) part.presetColor = preset
  if (typeof found.borderRadius === 'number' && found.borderRadius >= 0 && found.borderRadius <= 16)
    part.borderRadius = found.borderRadius
  if (found.navType === 'light' || found.navType === 'dark') part.navType = found.navType
  for (const name of ['outlinedFilled', 'rtlLayout', 'container'] as const) {
    const value = found[name]
    if (typeof value === 'boolean') part[name] = value
  }
  return part
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
