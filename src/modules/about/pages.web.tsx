import { useQuery } from '@tanstack/react-query'
import { t } from '../../shared/language.ts'
import type { ModuleWeb } from '../../web/screens/module.ts'
import { Link } from '../../web/ui/link.tsx'
import { Page } from '../../web/ui/page.tsx'
import css from './about.module.css'

/** What runs here, whose works it holds, and how other programs talk to it. */
function About() {
  const { data } = useQuery({ queryKey: ['version'], queryFn: version })
  return (
    <Page title={t('About')}>
      <dl className={css.facts}>
        <dt>{t('Version')}</dt>
        <dd>{data?.version ?? '…'}</dd>
        <dt>{t('Works of others')}</dt>
        <dd>
          <a href="/THIRD-PARTY-NOTICES.txt" target="_blank" rel="noreferrer">
            {t('Their licences')}
          </a>
        </dd>
        <dt>{t('For other programs')}</dt>
        <dd>
          <Link to="/api/docs">{t('API reference')}</Link>
        </dd>
      </dl>
    </Page>
  )
}

/** What stands outside the envelope. */
async function version(): Promise<{ version: string }> {
  const answer = await fetch('/healthz')
  if (!answer.ok) throw new Error(String(answer.status))
  return (await answer.json()) as { version: string } // our own answer
}

export default { pages: { '': About } } satisfies ModuleWeb
