import './trusted.ts'
import 'virtual:mantine-styles.css'
import './theme/tokens.css'
import './theme/fonts.css'
import './theme/base.css'
import './theme/mantine.css'
import { createRoot } from 'react-dom/client'
import { speak, t } from '../shared/language.ts'
import { App } from './app/app.tsx'
import { CATALOGS } from './catalogs.ts'
import { pageLanguage } from './public/language.ts'
import { followReleases, reloadIfBroken } from './releases.ts'
import { startSession } from './session.ts'
import { printInLight, showSettings } from './theme/settings.ts'

followReleases()
start().catch((error: unknown) => {
  void reloadIfBroken(error)
  throw error
})
printInLight()

async function start(): Promise<void> {
  const language = pageLanguage()
  const isAsked = startSession()
  const catalog = await CATALOGS[language]?.()
  speak(catalog ? { [language]: catalog.default } : {}, language)
  document.title = t('Retail back office')
  showSettings()
  await isAsked
  await unregisterWorkers()
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<App />)
}

/** The specification's start-up: no service worker may stand between (section 9). */
async function unregisterWorkers(): Promise<void> {
  const found = (await navigator.serviceWorker?.getRegistrations().catch(() => [])) ?? []
  for (const registration of found) void registration.unregister()
}
