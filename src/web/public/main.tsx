import '../trusted.ts'
import './styles/base.css'
import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { speak } from '../../shared/language.ts'
import { isStillValid, token, wishedPath } from '../token.ts'
import { loadCatalog } from './catalog.ts'
import { fontsOrSoon } from './fonts.ts'
import { pageLanguage } from './language.ts'
import { isForVisitorsOnly, type Place, placeOf } from './route.ts'
import { applyScheme } from './scheme.ts'

/** What a page is given: the private part of its address, if it has one. */
export interface PageProps {
  token: string
}

const PAGES: Record<Place['page'], () => Promise<{ default: ComponentType<PageProps> }>> = {
  feedback: () => import('./feedback/feedback-page.tsx'),
  member: () => import('./member/classic-page.tsx'),
  'member-steps': () => import('./member/steps-page.tsx'),
  vat: () => import('./vat/vat-page.tsx'),
  delivery: () => import('./delivery/delivery-page.tsx'),
  follow: () => import('./follow/follow-page.tsx'),
  'sign-in': () => import('./sign-in/sign-in-page.tsx'),
  invitation: () => import('./invitation/invitation-page.tsx'),
  unsubscribe: () => import('./unsubscribe/unsubscribe-page.tsx'),
  'not-found': () => import('./ui/not-found.tsx'),
}

const place = placeOf(location.pathname)
if (isForVisitorsOnly(place) && isStillValid(token())) location.replace(wishedPath(location.search))
else void open(place)

async function open(place: Place): Promise<void> {
  applyScheme()
  if (location.pathname === '/') history.replaceState(null, '', `/feedback${location.search}${location.hash}`)
  const root = document.getElementById('root')
  if (!root) return
  const language = pageLanguage()
  try {
    const [{ default: Page }, catalog] = await Promise.all([
      PAGES[place.page](),
      loadCatalog(place.page, language),
      fontsOrSoon(),
    ])
    speak(catalog ? { [language]: catalog } : {}, language)
    const onUncaughtError = (error: unknown) => {
      reportError(error)
      setTimeout(() => showBroken(root)) // once React has cleared away what broke
    }
    createRoot(root, { onUncaughtError }).render(<Page token={'token' in place ? place.token : ''} />)
  } catch {
    showBroken(root)
  }
}

/** Whatever went wrong, the page says so in all three languages: its words may be what is missing. */
function showBroken(root: HTMLElement): void {
  const text = document.createElement('p')
  text.textContent = 'Chưa tải được trang. · The page could not be loaded. · 페이지를 불러오지 못했습니다.'
  const again = document.createElement('button')
  again.textContent = 'Thử lại · Try again · 다시 시도'
  again.className = 'button'
  again.onclick = () => location.reload()
  const box = document.createElement('main')
  box.className = 'broken'
  box.append(text, again)
  root.replaceChildren(box)
}
