import '../trusted.ts'
import './styles/base.css'
import { createRoot } from 'react-dom/client'
import { firstQuestionOf, isForVisitorsOnly, publicPageAt } from '../../modules/public-pages.ts'
import { speak } from '../../shared/language.ts'
import { isStillValid, noteVisit, token } from '../token.ts'
import { fontsOrSoon } from './fonts.ts'
import { pageLanguage } from './language.ts'
import { loadCatalog, loadPage } from './page-loader.ts'
import { askAhead } from './request.ts'
import { applyScheme } from './scheme.ts'
import { wishedPath } from './sign-in-query.ts'

const { page, token: privatePart } = publicPageAt(location.pathname) ?? { page: 'not-found', token: '' }
if (isForVisitorsOnly(page) && isStillValid(token())) {
  if (page !== 'sign-in') noteVisit()
  location.replace(wishedPath(location.search))
} else void open()

async function open(): Promise<void> {
  applyScheme()
  if (location.pathname === '/') history.replaceState(null, '', `/feedback${location.search}${location.hash}`)
  const root = document.getElementById('root')
  if (!root) return
  const language = pageLanguage()
  const question = firstQuestionOf(page, privatePart)
  if (question) askAhead(question)
  try {
    const [{ default: Page }, catalog] = await Promise.all([loadPage(page), loadCatalog(page, language), fontsOrSoon()])
    speak(catalog ? { [language]: catalog } : {}, language)
    const onUncaughtError = (error: unknown) => {
      reportError(error)
      setTimeout(() => showBroken(root)) // once React has cleared away what broke
    }
    createRoot(root, { onUncaughtError }).render(<Page token={privatePart} />)
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
