import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { moduleOf } from '../../modules/index.ts'
import type { SessionUser } from '../../shared/api.ts'
import { type Field, type Kind, type Named, shownAs } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { spacedPhone } from '../../shared/vietnam/vietnam.ts'
import { useMay, useSession } from '../session.ts'
import { useFileUrl } from '../ui/file-url.ts'
import { Link } from '../ui/link.tsx'
import { Cell, isBlank, plainText } from './cell.tsx'
import { Gallery } from './files/gallery.tsx'
import { namesOf } from './names.ts'
import css from './show.module.css'
import { filesIn, isNamed } from './values.ts'

const Lines = lazy(() => import('./lines-table.tsx'))
const SafeHtml = lazy(() => import('./rich-text/safe-html.tsx'))

type Draw = (value: unknown, field: Field) => ReactNode

/** Kinds that a view shows at more length than a table does; the rest stand as in a table. */
const SHOWN: Partial<Record<Kind, Draw>> = {
  longText: (value) => <p className={css.long}>{String(value)}</p>,
  richText: (value) => <RichText html={String(value)} />,
  email: (value) => <a href={`mailto:${String(value)}`}>{String(value)}</a>,
  phone: (value) =>
    /^\d+$/.test(String(value)) ? <a href={`tel:${String(value)}`}>{spacedPhone(String(value))}</a> : String(value),
  flag: (value, { hint }) => (value ? [t('Yes'), ...(hint ? [t(hint)] : [])].join(' – ') : t('No')),
  ref: (value, field) => (isNamed(value) ? <NamedLink named={value} module={field.to} /> : String(value)),
  refs: (value, field) => <NamedList all={value as Named[]} module={field.to} />, // a record shows an array
  files: (value) => <Gallery files={filesIn(value)} />,
  lines: (value, field) => <Lines lines={value as Record<string, unknown>[]} field={field} />, // a record shows lines
  signature: (value) => <Signature id={String(value)} />,
}

/** One value at its full length, as a record's own screen shows it. */
export function Show({ field, value }: { field: Field; value: unknown }) {
  if (isBlank(value)) return <span className={css.nothing}>–</span>
  const draw = field.private === 'sealed' ? undefined : SHOWN[shownAs(field)]
  return draw ? draw(value, field) : <Cell field={field} value={value} />
}

/** Formatted text from the server, cleaned once more here; until what cleans it is there its bare words, in their place. */
export function RichText({ html }: { html: string }) {
  return (
    <Suspense fallback={<BareWords html={html} />}>
      <SafeHtml html={html} />
    </Suspense>
  )
}

const BareWords = ({ html }: { html: string }) => (
  <div className={css.rich}>
    {html.split(/<\/(?:p|li)>/).flatMap((part, at) => {
      const words = plainText(part)
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      return words ? [<p key={at}>{words}</p>] : []
    })}
  </div>
)

/** A record's name, leading to it where the user may see it. */
export function NamedLink({ named, module }: { named: Named; module: string | undefined }) {
  const may = useMay()
  const user = useSession()
  const definition = moduleOf(module ?? '')
  const canOpen =
    definition && !definition.internal && may(definition.name, 'read') && isInSight(definition, named, user)
  if (canOpen && definition.customer) return <CustomerLink named={named} definition={definition} />
  return canOpen ? <Link to={`/${definition.name}/view/${named.id}`}>{named.name}</Link> : named.name
}

/** A customer's record is called by its number; its title, and the way to it, are for who sees it. */
function CustomerLink({ named, definition: { name } }: { named: Named; definition: Definition }) {
  const { data } = useQuery(namesOf(name, [named.id]))
  const seen = data?.data.find(({ id }) => id === named.id)
  return seen ? <Link to={`/${name}/view/${named.id}`}>{`${named.name} · ${seen.name}`}</Link> : named.name
}

/** Names reach further than records where everyone may read names: below the whole chain only one's own are sure to open. */
function isInSight({ visibility, ownership }: Definition, { id }: Named, user: SessionUser): boolean {
  const isScoped = ownership.store !== undefined || ownership.departments !== undefined
  if (user.role.scope === 'chain' || visibility !== 'names' || !isScoped) return true
  if (user.role.scope === 'department' && !ownership.departments && !user.store) return true
  return (
    (ownership.store === 'id' && id === user.store?.id) || (ownership.people?.includes('id') === true && id === user.id)
  )
}

function NamedList({ all, module }: { all: Named[]; module: string | undefined }) {
  return (
    <ul className={css.named}>
      {all.map((one) => (
        <li key={one.id}>
          <NamedLink named={one} module={module} />
        </li>
      ))}
    </ul>
  )
}

function Signature({ id }: { id: string }) {
  const url = useFileUrl(id, 'full')
  return <span className={css.signature}>{url ? <img src={url} alt={t('Signature')} /> : null}</span>
}
