import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconSignature } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { t } from '../../shared/language.ts'
import type { MailFolder, MailStatus } from '../../shared/mail.ts'
import { lazyWithCatalog } from '../../web/catalogs.ts'
import { SkeletonRows } from '../../web/ui/states.tsx'
import { useMails, useScheduled } from './data.web.ts'
import { Folders } from './folders.web.tsx'
import { FolderPicker, NewMail } from './list/head.web.tsx'
import { InFolder } from './list/in-folder.web.tsx'
import css from './mail.module.css'
import { SCHEDULED, useMailPlace } from './place.web.ts'
import { ScheduledMails } from './scheduled.web.tsx'

const SignatureDialog = lazyWithCatalog(() => import('./signature.web.tsx'))

/** From here on a mail is read beside the list. */
const BESIDE = '(min-width: 1100px)'

/** Folders, list and reading pane of a mailbox that is connected. */
export function Mailbox({ folders, status }: { folders: readonly MailFolder[]; status: MailStatus }) {
  const isBeside = useMediaQuery(BESIDE, undefined, { getInitialValueInEffect: false })
  const place = useMailPlace(folders)
  const mails = useMails(place.asked)
  const scheduled = useScheduled(true)
  const waiting = scheduled.data?.data.length ?? 0
  const shown = place.isScheduled ? SCHEDULED : (place.folder?.id ?? '')
  if (folders.length === 0) return <SkeletonRows rows={12} height={56} />
  return (
    <div className={css.panes} data-reading={(place.open && !isBeside) || undefined}>
      <div className={css.side}>
        <NewMail />
        <Folders folders={folders} shown={shown} waiting={waiting} />
        <SignatureButton status={status} />
      </div>
      {place.isScheduled ? (
        <section className={css.list} data-wide aria-label={t('Send later')}>
          <div className={css.head} data-picker>
            <FolderPicker folders={folders} shown={shown} name={t('Send later')} waiting={waiting} />
          </div>
          <ScheduledMails found={scheduled} />
        </section>
      ) : (
        place.folder && (
          <InFolder
            {...{ folders, place, mails, isBeside, waiting }}
            folder={place.folder}
            // Another folder is another list, with a selection of its own.
            key={place.folder.id}
          />
        )
      )}
    </div>
  )
}

function SignatureButton({ status }: { status: MailStatus }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        justify="flex-start"
        leftSection={<IconSignature size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('Signature')}
      </Button>
      <Suspense>{isOpen && <SignatureDialog status={status} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
