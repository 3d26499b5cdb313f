import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { client } from '../../query.ts'
import { theme } from '../../theme/theme.ts'

/** How long a dialog takes to close; its root stays that long. */
export const CLOSING_MS = 150

/** Around a dialog in a root of its own, so that any code may ask; the page's variables reach it all the same. */
export function OwnRoot({ children }: { children: ReactNode }) {
  const scheme = document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark' : 'light'
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={scheme}
      withCssVariables={false}
      withGlobalClasses={false}
      withStaticClasses
      getRootElement={() => undefined}
    >
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </MantineProvider>
  )
}
