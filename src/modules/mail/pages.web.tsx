import { Button } from '@mantine/core'
import { IconMailOff, IconSettings } from '@tabler/icons-react'
import { Suspense, useEffect } from 'react'
import { t } from '../../shared/language.ts'
import { fetchAhead } from '../../web/ahead.ts'
import { lazyWithCatalog } from '../../web/catalogs.ts'
import type { ModuleWeb } from '../../web/screens/module.ts'
import { Link } from '../../web/ui/link.tsx'
import { Page } from '../../web/ui/page.tsx'
import { Failed, SkeletonRows } from '../../web/ui/states.tsx'
import { folderOf, useFolders, useMailStatus } from './data.web.ts'
import { useMailEvents } from './live.web.ts'
import css from './mail.module.css'
import { Mailbox } from './mailbox.web.tsx'
import { restore, useWritings } from './writing/writings.web.ts'

const loadDock = () => import('./writing/dock.web.tsx')
const Dock = lazyWithCatalog(loadDock)

/** A person's own mailbox. */
function Mail() {
  const status = useMailStatus()
  const isConnected = status.data?.connected === true
  const folders = useFolders(isConnected)
  const known = folders.data?.folders ?? []
  const unread = folderOf(known, 'inbox')?.unread ?? 0
  useMailEvents()
  useEffect(restore, [])
  useEffect(() => {
    // Once the page stands: whoever presses reply does not wait for the editor.
    const timer = window.setTimeout(() => {
      fetchAhead(loadDock)
      fetchAhead(() => import('../../web/fields/rich-text/rich-text-editor.tsx'))
    }, 1500)
    return () => window.clearTimeout(timer)
  }, [])
  return (
    <div className={css.page}>
      <Page title={unread > 0 ? t('Mail ({{count}})', { count: unread }) : t('Mail')}>
        {status.isError && !status.data && <Failed error={status.error} retry={() => void status.refetch()} />}
        {status.isPending && <SkeletonRows rows={12} height={56} />}
        {status.data?.connected === false && <NotConnected />}
        {status.data && isConnected && (
          <>
            {status.data.problem && <Problem words={status.data.problem.words} retry={() => void status.refetch()} />}
            {folders.isError && known.length === 0 ? (
              <Failed error={folders.error} retry={() => void folders.refetch()} />
            ) : (
              <Mailbox folders={known} status={status.data} />
            )}
          </>
        )}
      </Page>
      <Writing />
    </div>
  )
}

/** The editor comes with the first mail that is written. */
function Writing() {
  const writings = useWritings()
  return <Suspense>{writings.length > 0 && <Dock />}</Suspense>
}

const NotConnected = () => (
  <section className={css.nothing} aria-label={t('Mail')}>
    <IconMailOff size={36} stroke={1.4} aria-hidden />
    <h2>{t('Your mailbox is not connected yet')}</h2>
    <p>
      {t(
        'Connect it once, and read and answer your mail here, beside the chain’s work: a customer’s mail becomes a ticket with one press, a supplier’s a task. Your phone’s mail program shows the same.',
      )}
    </p>
    <Button component={Link} to="/profile-setting?tab=mail" leftSection={<IconSettings size={18} aria-hidden />}>
      {t('Connect the mailbox')}
    </Button>
  </section>
)

/** What the mail server said, in words; what is known already stays in sight. */
const Problem = ({ words, retry }: { words: string; retry: () => void }) => (
  <div className={css.problem} role="alert">
    <IconMailOff size={18} aria-hidden />
    <span>
      <b>{t('The mailbox cannot be reached.')}</b> {words} {t('What you write is kept.')}
    </span>
    <Button size="xs" variant="default" onClick={retry}>
      {t('Try again')}
    </Button>
    <Button size="xs" variant="default" component={Link} to="/profile-setting?tab=mail">
      {t('Settings')}
    </Button>
  </div>
)

export default { pages: { '': Mail } } satisfies ModuleWeb
