import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconArrowLeft, IconBriefcase, IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../shared/language.ts'
import type { MailInConversation, MailRow } from '../../../shared/mail.ts'
import { ApiRefusal } from '../../../web/api.ts'
import { useMay } from '../../../web/session.ts'
import { Link } from '../../../web/ui/link.tsx'
import { Failed, SkeletonLines } from '../../../web/ui/states.tsx'
import { mark, type Place } from '../acts.web.ts'
import { conversationOf } from '../data.web.ts'
import { MailActs } from '../list/bar.web.tsx'
import { subjectOf } from '../names.web.ts'
import { CustomerCard } from './customer.web.tsx'
import { OneMail } from './one-mail.web.tsx'
import css from './reading.module.css'
import { attachToTicket, makeTask, makeTicket } from './to-work.web.ts'

interface ReaderProps {
  id: string
  /** As the list has it; a mail opened by its address may stand on no page of it. */
  row: MailRow | undefined
  place: Place
  close: () => void
  step: (by: 1 | -1) => void
  isMoving: boolean
  setMoving: (isMoving: boolean) => void
}

/** A conversation: what is new stands open, the rest in one line each. */
export default function Reader({ id, row, place, close, step, isMoving, setMoving }: ReaderProps) {
  const found = useQuery(conversationOf(id))
  // What is shown goes on through a lost line, but not once it is gone.
  const isGone = found.error instanceof ApiRefusal && found.error.status === 404
  const mails = isGone ? [] : (found.data ?? [])
  const newest = mails.at(-1)
  const shown = row ?? newest
  const title = useRef<HTMLHeadingElement>(null)
  useReadNow(shown, place.folder.id)
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  return (
    <section className={css.reader} aria-label={t('Mail')}>
      <div className={css.bar}>
        <ActionIcon
          className={css.back}
          aria-label={t('Back to the list')}
          title={t('Back to the list')}
          onClick={close}
        >
          <IconArrowLeft size={18} />
        </ActionIcon>
        {shown && (
          <MailActs rows={[shown]} place={place} onAway={() => step(1)} isMoving={isMoving} setMoving={setMoving} />
        )}
        {newest && <ToWork mail={newest} />}
        <span className={css.grow} />
        <ActionIcon aria-label={t('Previous mail')} title={`${t('Previous mail')} (k)`} onClick={() => step(-1)}>
          <IconChevronUp size={18} />
        </ActionIcon>
        <ActionIcon aria-label={t('Next mail')} title={`${t('Next mail')} (j)`} onClick={() => step(1)}>
          <IconChevronDown size={18} />
        </ActionIcon>
      </div>
      <div className={css.scroller}>
        <h2 ref={title} tabIndex={-1} className={css.subject}>
          {shown ? subjectOf(shown) : ' '}
        </h2>
        <Linked links={shown?.links ?? []} />
        <CustomerCard mails={mails} />
        {found.isError && mails.length === 0 && <Failed error={found.error} retry={() => void found.refetch()} />}
        {found.isPending && (
          <div role="status" aria-label={t('Loading…')} className={css.waiting}>
            <SkeletonLines lines={10} />
          </div>
        )}
        <Mails key={id} mails={mails} />
      </div>
    </section>
  )
}

/** From this many on those in the middle stand behind one line. */
const FOLDED_FROM = 5

function Mails({ mails }: { mails: readonly MailInConversation[] }) {
  const [isAll, setAll] = useState(false)
  const isFolded = !isAll && mails.length >= FOLDED_FROM
  const hidden = isFolded ? mails.slice(1, -2).filter(({ seen }) => seen) : []
  return mails.map((mail, at) =>
    hidden.includes(mail) ? (
      mail === hidden[0] && (
        <Button key={mail.id} variant="default" size="xs" className={css.earlier} onClick={() => setAll(true)}>
          {t('{{count}} earlier mails', { count: hidden.length })}
        </Button>
      )
    ) : (
      <OneMail key={mail.id} mail={mail} isLast={at === mails.length - 1} />
    ),
  )
}

const PATHS = { complaint: 'complaints', task: 'task-management' } as const

/** The records that were made of this conversation or to which it was attached. */
function Linked({ links }: { links: MailRow['links'] }) {
  if (links.length === 0) return null
  return (
    <p className={css.linked}>
      {links.map(({ kind, id, code }) => (
        <Link key={kind + id} to={`/${PATHS[kind]}/view/${id}`}>
          {kind === 'complaint' ? t('Complaint {{number}}', { number: code }) : t('Task {{number}}', { number: code })}
        </Link>
      ))}
    </p>
  )
}

/** What becomes of a mail in the chain's work. */
function ToWork({ mail }: { mail: MailInConversation }) {
  const may = useMay()
  const acts = [
    { label: t('Make a ticket'), run: makeTicket, isOffered: may('complaints', 'add') },
    { label: t('Attach to a ticket'), run: attachToTicket, isOffered: may('complaints', 'edit') },
    { label: t('Make a task'), run: makeTask, isOffered: may('task-management', 'add') },
  ].filter(({ isOffered }) => isOffered)
  if (acts.length === 0) return null
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button size="xs" variant="default" className={css.work} aria-label={t('Into work')}>
          <IconBriefcase size={16} aria-hidden />
          <span>{t('Into work')}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {acts.map(({ label, run }) => (
          <Menu.Item key={label} onClick={() => void run(mail.id)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Opened is read. */
function useReadNow(row: MailRow | undefined, folder: string): void {
  const done = useRef<string>(undefined)
  useEffect(() => {
    if (!row || done.current === row.id) return
    done.current = row.id
    if (!row.seen) void mark([row], 'seen', true, folder)
  }, [row, folder])
}
