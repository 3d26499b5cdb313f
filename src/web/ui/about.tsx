import { ActionIcon } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { t } from '../../shared/language.ts'
import css from './about.module.css'
import { PopOver } from './pop-over.tsx'

/** What exactly a figure counts, behind an (i). */
export function About({ label, children }: { label: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const name = t('What {{figure}} means', { figure: label })
  return (
    <PopOver
      label={name}
      isOpen={isOpen}
      setOpen={setOpen}
      align="end"
      button={(open) => (
        <ActionIcon variant="subtle" size={24} aria-label={name} className={css.button} {...open}>
          <IconInfoCircle size={16} aria-hidden="true" />
        </ActionIcon>
      )}
    >
      <div className={css.about}>{children}</div>
    </PopOver>
  )
}

/** The same of several figures that stand together: each by its name. */
export const AboutAll = ({
  label,
  figures,
}: {
  label: string
  figures: readonly { label: string; about: string }[]
}) => (
  <About label={label}>
    <dl>
      {figures.map((figure) => (
        <div key={figure.label}>
          <dt>{figure.label}</dt>
          <dd>{figure.about}</dd>
        </div>
      ))}
    </dl>
  </About>
)
