import { useQuery } from '@tanstack/react-query'
import { t } from '../../shared/language.ts'
import { get } from '../../web/api.ts'
import { Link } from '../../web/ui/link.tsx'
import css from './users.module.css'

/** What waits for somebody who is about to be blocked or deleted: it stays theirs unless it is given to others. */
export function OpenWork({ user }: { user: number }) {
  const found = useQuery({
    queryKey: ['open-work', user],
    queryFn: () =>
      get<{ data: { words: string; link: string | null }[] }>(`user/${user}/open-work`, undefined, { quiet: true }),
    staleTime: 0,
  })
  const work = found.data?.data ?? []
  if (work.length === 0) return null
  return (
    <div className={css.work}>
      <p>{t('Please give this to others first, as it stays with them:')}</p>
      <ul>
        {work.map(({ words, link }) => (
          <li key={words}>
            {link ? (
              <Link to={link} target="_blank">
                {words}
              </Link>
            ) : (
              words
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
