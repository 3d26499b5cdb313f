import { t } from '../../../shared/language.ts'
import { confirm } from '../../../web/ui/dialogs/confirm.tsx'
import { writeTo } from '../writing/start.web.ts'

/** A link of a mail: where it leads is said before it is followed, and louder where its words say otherwise. */
export function openLink(event: Event): void {
  // Nodes of the frame are of another realm.
  const target = event.target as Element | null // a click on a document's node
  const link = target?.closest?.('a')
  if (!link) return
  event.preventDefault()
  const address = link.getAttribute('href') ?? ''
  if (/^mailto:/i.test(address)) return void writeTo(address)
  if (/^tel:/i.test(address)) return void window.location.assign(address)
  if (/^https?:\/\//i.test(address)) void ask(address, link.textContent ?? '')
}

async function ask(address: string, words: string): Promise<void> {
  const to = hostOf(address)
  if (!to) return
  const said = hostSaid(words)
  const isOther = said !== null && said !== to && !to.endsWith(`.${said}`)
  const { status } = await confirm({
    title: t('Open {{host}}?', { host: to }),
    description: isOther
      ? t('The link says {{said}}, and leads elsewhere: {{address}}', { said, address })
      : t('The link leads to {{address}}', { address }),
    submit: t('Open the link'),
    danger: isOther,
  })
  if (status === 1) window.open(address, '_blank', 'noopener,noreferrer')
}

function hostOf(address: string): string | null {
  try {
    // As the browser will read it: letters that only look like others show as what they are.
    return new URL(address).hostname.replace(/^www\./, '')
  } catch {
    return null
  }
}

/** The host that a link's words name, if they look like an address. */
function hostSaid(words: string): string | null {
  const found = /^\s*(?:https?:\/\/)?(?:www\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?:[/?#:]\S*)?\s*$/i.exec(words)
  return found?.[1]?.toLowerCase() ?? null
}
