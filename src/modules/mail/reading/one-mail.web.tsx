import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconArrowBackUp, IconArrowBackUpDouble, IconArrowForwardUp, IconDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatMoment } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import type { MailInConversation, MailShown } from '../../../shared/mail.ts'
import { post } from '../../../web/api.ts'
import { client } from '../../../web/query.ts'
import { useSession } from '../../../web/session.ts'
import { Face } from '../../../web/ui/avatar.tsx'
import { sayFailure } from '../../../web/ui/snackbar.tsx'
import { Failed, SkeletonLines } from '../../../web/ui/states.tsx'
import { mark } from '../acts.web.ts'
import { mailKeys, shownMail } from '../data.web.ts'
import { ImitationNotice, SenderMark } from '../marks.web.tsx'
import { nameOf, shortTime, wholeAddress } from '../names.web.ts'
import { answer } from '../writing/start.web.ts'
import { Files } from './files.web.tsx'
import { MailFrame } from './frame.web.tsx'
import { openLink } from './links.web.ts'
import css from './reading.module.css'

interface OneMailProps {
  mail: MailInConversation
  isLast: boolean
}

/** One mail of a conversation: a line, or all of it. */
export function OneMail({ mail, isLast }: OneMailProps) {
  // What is unread as it comes stays open, though it is read now.
  const [isOpen, setOpen] = useState(isLast || mail.shown !== null)
  const { time_zone } = useSession()
  const line = (
    <>
      <Face name={nameOf(mail.from)} size={32} />
      <span className={css.from}>
        <span>
          <b>{nameOf(mail.from)}</b>
          <SenderMark mark={mail.mark} isLong={isOpen} />
        </span>
        <small className={css.second}>
          {isOpen ? `${mail.from.address} → ${namesOf(mail)}` : (mail.preview ?? '')}
        </small>
      </span>
      <time dateTime={mail.date} title={formatMoment(mail.date, time_zone)}>
        {isOpen ? formatMoment(mail.date, time_zone) : shortTime(mail.date, time_zone)}
      </time>
    </>
  )
  return (
    <article
      className={css.mail}
      data-open={isOpen || undefined}
      aria-label={t('Mail of {{name}}', { name: nameOf(mail.from) })}
    >
      <button type="button" className={css.mailHead} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {line}
      </button>
      {isOpen && <Whole mail={mail} isLast={isLast} />}
    </article>
  )
}

const namesOf = ({ to }: MailInConversation) => to.map(nameOf).join(', ')

function Whole({ mail, isLast }: OneMailProps) {
  const found = useQuery({ ...shownMail(mail.id), ...(mail.shown && { initialData: mail.shown }) })
  if (found.isError && !found.data) return <Failed error={found.error} retry={() => void found.refetch()} />
  if (!found.data)
    return (
      <div role="status" aria-label={t('Loading…')} className={css.waiting}>
        <SkeletonLines lines={6} />
      </div>
    )
  const shown = found.data
  return (
    <div className={css.whole}>
      <Head mail={shown} />
      {shown.mark === 'imitates' && <ImitationNotice />}
      {shown.remote > 0 && !shown.remote_allowed && <Blocked mail={shown} />}
      <MailFrame
        label={t('The words of the mail')}
        html={shown.html}
        text={shown.text}
        hasPictures={shown.remote_allowed}
      />
      {shown.cut && <p className={css.note}>{t('The mail is longer than what is shown here.')}</p>}
      <Files id={shown.id} files={shown.files} />
      {isLast && <Answers mail={shown} />}
    </div>
  )
}

/** All who got it, and what is done with this mail alone. */
function Head({ mail }: { mail: MailShown }) {
  const lines: [string, string][] = [
    [t('Sender'), wholeAddress(mail.from)],
    [t('Reply to'), others(mail.reply_to, mail.from.address)],
    [t('Recipients'), mail.to.map(wholeAddress).join(', ')],
    [t('Cc'), mail.cc.map(wholeAddress).join(', ')],
    [t('Bcc'), mail.bcc.map(wholeAddress).join(', ')],
  ]
  return (
    <div className={css.head}>
      <details>
        <summary>{t('Details')}</summary>
        <dl>
          {lines
            .filter(([, value]) => value !== '')
            .map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
      </details>
      <span className={css.grow} />
      <Answer label={t('Reply')} hint="r" run={() => answer(mail, 'reply')} sign={<IconArrowBackUp size={18} />} />
      {isToMany(mail) && (
        <Answer
          label={t('Reply to all')}
          hint="a"
          run={() => answer(mail, 'reply_all')}
          sign={<IconArrowBackUpDouble size={18} />}
        />
      )}
      <Answer
        label={t('Forward')}
        hint="f"
        run={() => answer(mail, 'forward')}
        sign={<IconArrowForwardUp size={18} />}
      />
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon aria-label={t('More')} title={t('More')}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void mark([mail], 'seen', false, mail.folder)}>{t('Mark as unread')}</Menu.Item>
          <Menu.Item onClick={() => void mark([mail], 'starred', !mail.starred)}>
            {mail.starred ? t('Remove the star') : t('Star')}
          </Menu.Item>
          {mail.unsubscribe && (
            <Menu.Item component="a" href={mail.unsubscribe} onClick={(event) => openLink(event.nativeEvent)}>
              {t('Unsubscribe')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

const others = (all: MailShown['reply_to'], from: string) =>
  all.every(({ address }) => address === from) ? '' : all.map(wholeAddress).join(', ')
const isToMany = ({ to, cc }: MailShown) => to.length + cc.length > 1

function Answer({ label, hint, run, sign }: { label: string; hint: string; run: () => void; sign: ReactNode }) {
  return (
    <ActionIcon aria-label={label} title={`${label} (${hint})`} onClick={run}>
      {sign}
    </ActionIcon>
  )
}

function Answers({ mail }: { mail: MailShown }) {
  return (
    <div className={css.answers}>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        onClick={() => answer(mail, 'reply')}
      >
        {t('Reply')}
      </Button>
      {isToMany(mail) && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUpDouble size={16} aria-hidden />}
          onClick={() => answer(mail, 'reply_all')}
        >
          {t('Reply to all')}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconArrowForwardUp size={16} aria-hidden />}
        onClick={() => answer(mail, 'forward')}
      >
        {t('Forward')}
      </Button>
    </div>
  )
}

/** Remote pictures tell their sender that a mail was read, and where: a person allows them, for this mail or for whoever sent it. */
function Blocked({ mail }: { mail: MailShown }) {
  const allow = async (sender: boolean) => {
    client.setQueryData<MailShown>(mailKeys.shown(mail.id), (now) => now && { ...now, remote_allowed: true })
    try {
      await post('mail/remote', { id: mail.id, sender }, { quiet: true })
    } catch (error) {
      sayFailure(error)
    }
  }
  return (
    <div className={css.blocked} role="note">
      <span>{t('Pictures from elsewhere are not loaded: {{count}}', { count: mail.remote })}</span>
      <Button size="compact-xs" variant="default" onClick={() => void allow(false)}>
        {t('Load them')}
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => void allow(true)}>
        {t('Always from {{address}}', { address: mail.from.address })}
      </Button>
    </div>
  )
}
