import { t } from '../../../shared/language.ts'
import { useFocusBack } from './focus-back.ts'

interface AwaitedDialogProps {
  close: () => void
  /** Told all that is typed before the dialog is there. */
  hold?: (typed: string) => void
}

/** In the place of a dialog that has not come yet: what is typed is no key of the page, and Escape gives the dialog up. */
export function AwaitedDialog({ close, hold }: AwaitedDialogProps) {
  useFocusBack(true)
  return (
    <i role="dialog" className="visually-hidden" aria-label={t('Loading')}>
      <input
        ref={focus}
        aria-label={t('Loading')}
        onInput={({ currentTarget }) => hold?.(currentTarget.value)}
        onKeyDown={({ key }) => key === 'Escape' && close()}
      />
    </i>
  )
}

const focus = (box: HTMLElement | null): void => box?.focus()
