import type { RefTarget } from '../../../shared/definition/ref-targets.ts'
import { ref } from '../../../shared/fields.ts'
import { formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { post } from '../../api.ts'
import { leadOrOffer, rememberPlace } from '../../app/location.ts'
import { changed } from '../../query.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { sayFailure, snackbar } from '../../ui/snackbar.tsx'
import { askFields } from '../form/fields-dialog.tsx'
import type { AnyRow } from '../module.ts'

interface Preview {
  from: string
  into: string
  data: { module: string; label: string; n: number }[]
}

/** Merges a record into another: which one, what follows it there, and then it is done. */
export async function mergeRecord(definition: Definition, target: RefTarget, row: AnyRow): Promise<void> {
  const name = String(row[definition.title])
  let into = 0
  let preview: Preview | null = null
  const isChosen = await askFields({
    title: t('Merge {{name}}', { name }),
    description: t('Into which one? All that belongs to {{name}} follows.', { name }),
    fields: { into: ref(definition.one, target, { required: true, optionsEndpoint: `${definition.wire}/get-name` }) },
    submit: t('Show what follows'),
    onSubmit: async (given) => {
      into = Number(given.into)
      preview = await post<Preview>(`${definition.wire}/${row.id}/merge-preview`, { into })
    },
  })
  if (!isChosen || !preview) return
  const { data, into: title } = preview as Preview // set before the dialog ended
  const follows = data.map(({ label, n }) => `${t(label)}: ${formatNumber(n, currentLanguage())}`).join(', ')
  const { status } = await confirm({
    title: t('Merge {{name}} into {{into}}?', { name, into: title }),
    description: follows
      ? t('These follow: {{follows}}. {{name}} goes to the trash.', { follows, name })
      : t('Nothing points at {{name}}. It goes to the trash.', { name }),
    submit: t('Merge'),
    danger: true,
  })
  if (status !== 1) return
  const isStillHere = rememberPlace()
  try {
    await post(`${definition.wire}/${row.id}/merge`, { into, version: row.version })
    for (const { module } of data) changed(module)
    changed(definition.name, row.id)
    changed(definition.name, into)
    const offer = leadOrOffer(isStillHere, `/${definition.name}/view/${into}`)
    snackbar(t('{{name}} is merged into {{into}}', { name, into: title }), offer)
  } catch (error) {
    sayFailure(error)
  }
}
