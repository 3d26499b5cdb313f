import { readStored } from './session.ts'

/** Light or dark: what the person set in the back office, otherwise what the device prefers. */
export function applyScheme(): void {
  const prefersDark = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    const wished = wishedScheme()
    document.documentElement.dataset.scheme = wished ?? (prefersDark.matches ? 'dark' : 'light')
  }
  apply()
  prefersDark.addEventListener('change', apply)
}

function wishedScheme(): 'light' | 'dark' | null {
  try {
    const config: unknown = JSON.parse(readStored('config') ?? 'null')
    const wished = typeof config === 'object' && config !== null && 'scheme' in config ? config.scheme : null
    return wished === 'light' || wished === 'dark' ? wished : null
  } catch {
    return null
  }
}
