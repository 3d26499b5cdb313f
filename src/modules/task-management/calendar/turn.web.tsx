import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'

/** Leads to the days before or after those in sight. */
export function Turn({ to, label, keys, go }: { to: 1 | -1; label: string; keys: string; go: () => void }) {
  const Sign = to > 0 ? IconChevronRight : IconChevronLeft
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} aria-keyshortcuts={keys} onClick={go}>
      <Sign size={20} aria-hidden="true" />
    </ActionIcon>
  )
}
