import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../../shared/language.ts'
import { type Crumb, Page } from '../ui/page.tsx'
import { Failed, SkeletonLines } from '../ui/states.tsx'
import css from './sheet.module.css'

interface PaperPageProps {
  title: string
  crumbs: readonly Crumb[]
  /** Beside the button that prints. */
  actions?: ReactNode
  error: unknown
  retry: () => void
  /** A receipt printer's roll of 80 mm instead of A4. */
  isRoll?: boolean
  /** What stands on the sheet; nothing until it is there. */
  children: ReactNode
}

/** A paper as it will come out of the printer, white whatever the screen's colours are, and the button that prints it. */
export const PaperPage = ({ title, crumbs, actions, error, retry, isRoll = false, children }: PaperPageProps) => (
  <Page
    title={title}
    crumbs={crumbs}
    actions={
      <>
        {actions}
        <Button leftSection={<IconPrinter size={16} aria-hidden />} disabled={!children} onClick={() => window.print()}>
          {t('Print')}
        </Button>
      </>
    }
  >
    {error && !children ? (
      <Failed error={error} retry={retry} />
    ) : (
      <article className={css.sheet} data-sheet data-roll={isRoll || undefined} aria-busy={!children}>
        {children || <SkeletonLines lines={12} />}
      </article>
    )}
  </Page>
)
