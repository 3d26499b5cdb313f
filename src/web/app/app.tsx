import { DirectionProvider, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { isKnownSegment } from '../../modules/index.ts'
import { lazyWithCatalog } from '../catalogs.ts'
import { client } from '../query.ts'
import { useSessionState } from '../session.ts'
import { useSettings } from '../theme/settings.ts'
import { theme, tokensAsVariables } from '../theme/theme.ts'
import { leaveForSignIn } from '../token.ts'
import { NOT_FOUND } from './addresses.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Shell } from './shell.tsx'
import { Unreachable } from './unreachable.tsx'

const NotFoundAlone = lazyWithCatalog(async () => ({
  default: (await import('./not-found-page.tsx')).NotFoundAlone,
}))

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

export function App() {
  const { navType, rtlLayout } = useSettings()
  return (
    <DirectionProvider key={String(rtlLayout)} initialDirection={rtlLayout ? 'rtl' : 'ltr'} detectDirection={false}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={tokensAsVariables}
        forceColorScheme={navType}
        getStyleNonce={() => nonce}
        withStaticClasses
        deduplicateCssVariables={false}
      >
        <QueryClientProvider client={client}>
          <ErrorBoundary>
            <Entrance />
          </ErrorBoundary>
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  )
}

/** Session routing (specification section 4): signed in, on the way to sign in, or an address nobody knows. */
function Entrance() {
  const session = useSessionState()
  if (session.state === 'in') return <Shell />
  if (session.state === 'unreachable') return <Unreachable />
  if (session.state === 'out' && isNotFound(location.pathname))
    return (
      <Suspense>
        <NotFoundAlone />
      </Suspense>
    )
  if (session.state === 'out') leaveForSignIn(null)
  return <div className="starting" role="status" />
}

const isNotFound = (path: string): boolean =>
  path.replace(/\/+$/, '') === NOT_FOUND || !isKnownSegment(path.split('/')[1] ?? '')
