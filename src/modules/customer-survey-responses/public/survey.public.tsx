import '../../../web/public/styles/survey.css'
import { useMemo, useRef, useState } from 'react'
import { currentLanguage, t } from '../../../shared/language.ts'
import { FormPage } from '../../../web/public/form/form-page.tsx'
import { OutboxNotes } from '../../../web/public/form/outbox-notes.tsx'
import { useOutbox } from '../../../web/public/form/use-outbox.ts'
import type { PageProps } from '../../../web/public/page-loader.ts'
import { NotFoundNotice } from '../../../web/public/pages/not-found.public.tsx'
import { call } from '../../../web/public/request.ts'
import { readStored, writeStored } from '../../../web/public/storage.ts'
import { Icon } from '../../../web/public/ui/icon.tsx'
import { Page } from '../../../web/public/ui/page.tsx'
import { AskedSurvey, SurveyForm } from './survey-form.public.tsx'
import { type SurveyInfo, useSurvey } from './survey-info.public.tsx'
import { surveyKind } from './survey-kind.public.tsx'

/** A survey behind its link: its questions, or kindly why there are none. */
export default function SurveyPage({ token }: PageProps) {
  const { looked, look } = useSurvey(token)
  if (looked.at === 'loading')
    return (
      <Page title={t('Survey')}>
        <div role="status" aria-label={t('Loading…')}>
          <div className="skeleton line-tall" />
          <div className="skeleton block is-tall" />
        </div>
      </Page>
    )
  if (looked.at === 'failed')
    return (
      <Page title={t('Survey')}>
        <section className="notice">
          <h1>{t('This could not be loaded')}</h1>
          <p>{looked.message ?? t('There is no connection right now. Please try again in a moment.')}</p>
          <button type="button" className="button" onClick={look}>
            {t('Try again')}
          </button>
        </section>
      </Page>
    )
  return <Found token={token} info={looked.info} look={look} />
}

type Survey = NonNullable<SurveyInfo['survey']>

function Found({ token, info, look }: { token: string; info: SurveyInfo; look: () => void }) {
  const { survey, state } = info
  if (!survey || state === 'unknown')
    return (
      <Page title={t('Page not found')}>
        <NotFoundNotice
          title={t('This link does not lead to any survey')}
          text={t('Please check that the whole address was copied, or scan the code once more.')}
        />
      </Page>
    )
  if (state !== 'open') return <Ended token={token} info={info} survey={survey} said={ENDED[state]()} />
  if (hasAnswered(info)) return <Ended token={token} info={info} survey={survey} said={ENDED.used()} />
  return (
    <AskedSurvey value={{ info, look }}>
      <Asking token={token} info={info} survey={survey} />
    </AskedSurvey>
  )
}

/** Why there is nothing to answer, in a heading and a sentence. */
const ENDED: Record<Exclude<SurveyInfo['state'], 'open' | 'unknown'>, () => [title: string, text: string]> = {
  not_open: () => [t('Not open yet'), t('This survey does not take answers yet. Please come back a little later.')],
  closed: () => [t('This survey is closed'), t('Thank you for wanting to answer. We look forward to your next visit.')],
  full: () => [t('We have enough answers'), t('So many people have answered that this survey is complete. Thank you!')],
  used: () => [t('Thank you, we have your answers'), t('This survey can be answered once, and you have done so.')],
}

const doneName = ({ survey }: SurveyInfo) => `survey-done ${survey?.id}`
const isOncePerDevice = ({ is_personal, survey }: SurveyInfo) => !is_personal && survey?.once_per === 'device'
const hasAnswered = (info: SurveyInfo) => isOncePerDevice(info) && readStored(doneName(info)) === true

const inOwn = (said: Survey['title']): string => said[currentLanguage()] || said.vi || ''

interface SurveyProps {
  token: string
  info: SurveyInfo
  survey: Survey
}

/** What was written before waits on this device maybe: it goes out from here, too. */
function Ended({ token, info, survey, said: [title, text] }: SurveyProps & { said: [string, string] }) {
  const { notes, drop } = useOutbox(useRef(null))
  return (
    <Page title={inOwn(survey.title)}>
      <OutboxNotes notes={notes} onDrop={(key) => void drop(key)} />
      <section className="notice">
        <h1>{title}</h1>
        <p>{text}</p>
        {info.is_personal && <NoMore token={token} />}
      </section>
    </Page>
  )
}

function Asking({ token, info, survey }: SurveyProps) {
  const kind = useMemo(() => surveyKind(token, info), [token, info])
  const title = inOwn(survey.title)
  return (
    <FormPage
      kind={kind}
      title={title}
      intro={
        <div className="intro">
          <h1>{title}</h1>
          {info.store && <p className="soft survey-store">{info.store.name}</p>}
          {inOwn(survey.intro) && <p className="lead words">{inOwn(survey.intro)}</p>}
        </div>
      }
      form={SurveyForm}
      thanks={({ number }) => <Thanks {...{ token, info, survey, number }} />}
    />
  )
}

function Thanks({ token, info, survey, number }: SurveyProps & { number: string }) {
  useState(() => isOncePerDevice(info) && writeStored(doneName(info), true))
  return (
    <section className="done" aria-live="polite">
      <span className="done-icon">
        <Icon name="check" size={40} stroke={2.25} />
      </span>
      <h1>{t('Thank you!')}</h1>
      <p className="lead words">{inOwn(survey.thanks) || t('Your answers have arrived. They help us to do better.')}</p>
      <p className="soft small">{t('Number of your answer: {{number}}', { number })}</p>
      {info.is_personal && <NoMore token={token} />}
    </section>
  )
}

/** Whoever was asked by mail can end that here. */
function NoMore({ token }: { token: string }) {
  const [said, setSaid] = useState<string | null>(null)
  const end = () =>
    call('POST', `/customer-survey-responses/unsubscribe?token=${encodeURIComponent(token)}`).then(
      () => setSaid(t('You get no more surveys by mail.')),
      () => setSaid(t('There is no connection right now. Please try again in a moment.')),
    )
  return (
    <p className="soft small" role="status">
      {said ?? (
        <button type="button" className="link" onClick={() => void end()}>
          {t('No more surveys by mail')}
        </button>
      )}
    </p>
  )
}
