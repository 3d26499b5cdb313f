import { type ReactNode, useEffect } from 'react'
import { t } from '../../../shared/language.ts'
import { Brand } from './brand.tsx'
import { LanguagePicker } from './language-picker.tsx'

interface Props {
  /** The title of the browser's tab. */
  title: string
  children: ReactNode
  /** Runs before the page is loaded anew in another language. */
  onSwitch?: () => void
  className?: string
}

/** The frame of the open pages: the chain's mark, the language, and one main part. */
export function Page({ title, children, onSwitch, className = '' }: Props) {
  useEffect(() => {
    document.title = `${title} · ${t('Retail chain')}`
  }, [title])
  return (
    <div className={`page ${className}`}>
      <header className="page-head">
        <Brand />
        <LanguagePicker onSwitch={onSwitch} />
      </header>
      <main className="page-main">{children}</main>
    </div>
  )
}
