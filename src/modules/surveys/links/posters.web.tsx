import { Button } from '@mantine/core'
import { IconCopy, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { Named } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { post } from '../../../web/api.ts'
import { writeClipboard } from '../../../web/public/ui/write-clipboard.ts'
import { keys } from '../../../web/query.ts'
import type { AnyRow, PageParams } from '../../../web/screens/module.ts'
import { recordOf } from '../../../web/screens/records.ts'
import { QrCode } from '../../../web/ui/codes/qr-code.tsx'
import { Page } from '../../../web/ui/page.tsx'
import { snackbar } from '../../../web/ui/snackbar.tsx'
import { Failed, SkeletonPage } from '../../../web/ui/states.tsx'
import { surveys } from '../surveys.ts'
import css from './posters.module.css'

interface SurveyLink {
  store: Named | null
  token: string
}

/** A paper poster speaks to everyone who passes: all three languages at once, whatever the screen's. */
const CALLS = [
  { lang: 'vi', call: 'Quét mã để trả lời khảo sát' },
  { lang: 'en', call: 'Scan to answer our survey' },
  { lang: 'ko', call: '코드를 스캔해 설문에 답해 주세요' },
] as const

/** The links of a survey, and the poster of each of its stores to look at and to print. */
export default function Posters({ params }: PageParams) {
  const id = params.id ?? ''
  const survey = useQuery(recordOf(surveys, id))
  const found = useQuery({
    queryKey: keys.part(surveys.wire, id, 'links'),
    queryFn: () => post<{ links: SurveyLink[] }>(`${surveys.wire}/${id}/links`),
  })
  const [chosen, choose] = useState<SurveyLink | null>(null)
  const error = survey.error ?? found.error
  if (error) return <Failed error={error} retry={() => void found.refetch()} />
  if (!survey.data || !found.data) return <SkeletonPage />
  const { links } = found.data
  const shown = chosen ?? links.find(({ store }) => store !== null) ?? links[0]
  return (
    <Page
      title={t('Links and posters')}
      crumbs={[
        { label: t('Surveys'), to: '/surveys' },
        { label: String(survey.data.title), to: `/surveys/view/${id}` },
      ]}
      actions={
        <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()} disabled={!shown}>
          {t('Print')}
        </Button>
      }
    >
      <div className={css.links}>
        <ul>
          {links.map((link) => (
            <li key={link.token}>
              <button type="button" aria-pressed={link === shown} onClick={() => choose(link)}>
                {link.store?.name ?? t('For every store: it asks which one')}
              </button>
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconCopy size={14} aria-hidden />}
                onClick={() => void copy(link)}
              >
                {t('Copy link')}
              </Button>
            </li>
          ))}
        </ul>
        {shown ? <Sheet link={shown} survey={survey.data} /> : null}
      </div>
      {shown
        ? createPortal(
            <div className={css.print}>
              <Sheet link={shown} survey={survey.data} />
            </div>,
            document.body,
          )
        : null}
    </Page>
  )
}

const addressOf = ({ token }: SurveyLink): string => `${location.origin}/survey/${token}`

async function copy(link: SurveyLink): Promise<void> {
  await writeClipboard(addressOf(link))
  snackbar(t('The link is copied'))
}

function Sheet({ link, survey }: { link: SurveyLink; survey: AnyRow }) {
  const address = addressOf(link)
  const titles = { vi: survey.title, en: survey.title_en, ko: survey.title_ko }
  return (
    <article className={css.sheet}>
      {link.store ? <p className={css.store}>{link.store.name}</p> : null}
      <h2 lang="vi">{String(survey.title)}</h2>
      <QrCode text={address} label={t('Code that leads to {{address}}', { address })} />
      {CALLS.map(({ lang, call }) => (
        <p key={lang} lang={lang}>
          <strong>{call}</strong>
          {lang !== 'vi' && titles[lang] ? <span>{String(titles[lang])}</span> : null}
        </p>
      ))}
      <footer>{address.replace(/^https?:\/\//, '')}</footer>
    </article>
  )
}
