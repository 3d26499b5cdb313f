import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { t } from '../../../shared/language.ts'

interface TurningProps {
  at: number
  total: number
  move: (step: 1 | -1) => void
}

/** To the files before and after the one that is looked at. */
export const Turning = ({ at, total, move }: TurningProps) =>
  total > 1 ? (
    <>
      <ActionIcon variant="default" aria-label={t('Previous')} onClick={() => move(-1)}>
        <IconChevronLeft size={18} />
      </ActionIcon>
      <span role="status">{t('{{at}} of {{total}}', { at: at + 1, total })}</span>
      <ActionIcon variant="default" aria-label={t('Next')} onClick={() => move(1)}>
        <IconChevronRight size={18} />
      </ActionIcon>
    </>
  ) : null
