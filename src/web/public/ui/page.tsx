import { type ReactNode, useEffect } from 'react'
import { Brand, chainName } from './brand.tsx'
import { Foot } from './foot.tsx'
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
    document.title = `${title} · ${chainName()}`
  }, [title])
  return (
    <div className={`page ${className}`}>
      <header className="page-head">
        <Brand />
        <LanguagePicker onSwitch={onSwitch} />
      </header>
      <main className="page-main">{children}</main>
      <Foot />
    </div>
  )
}
