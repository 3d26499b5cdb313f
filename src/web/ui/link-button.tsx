import { Button } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from './link.tsx'

/** A way to another page, beside the head of this one. */
export const LinkButton = ({ to, Sign, children }: { to: string; Sign: Icon; children: ReactNode }) => (
  <Button component={Link} to={to} variant="default" leftSection={<Sign size={16} aria-hidden="true" />}>
    {children}
  </Button>
)
