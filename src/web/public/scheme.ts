import { readStored } from './storage.ts'

/** Light or dark and its accent: what the person set in the back office, otherwise what the device prefers. */
export function applyScheme(): void {
  const prefersDark = matchMedia('(prefers-color-scheme: dark)')
  const { dataset } = document.documentElement
  const apply = () => {
    const wished = setting('navType')
    dataset.scheme = wished === 'light' || wished === 'dark' ? wished : prefersDark.matches ? 'dark' : 'light'
    const preset = setting('presetColor')
    if (typeof preset === 'string') dataset.preset = preset
  }
  apply()
  prefersDark.addEventListener('change', apply)
  // Paper is white.
  addEventListener('beforeprint', () => {
    dataset.scheme = 'light'
  })
  addEventListener('afterprint', apply)
}

function setting(name: string): unknown {
  const config = readStored('config')
  return typeof config === 'object' && config !== null ? Reflect.get(config, name) : undefined
}
