import { Checkbox } from '@mantine/core'
import type { StoredFile } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import css from './mail.module.css'

interface FilePickProps {
  files: readonly StoredFile[]
  picked: readonly string[]
  onPick: (ids: readonly string[]) => void
}

/** Files of the complaint that go along with a mail. */
export function FilePick({ files, picked, onPick }: FilePickProps) {
  if (files.length === 0) return null
  return (
    <fieldset className={css.pick}>
      <legend>{t('Files of the complaint to send along')}</legend>
      {files.map(({ id, name }) => (
        <Checkbox
          key={id}
          size="xs"
          label={name}
          checked={picked.includes(id)}
          onChange={({ currentTarget }) =>
            onPick(currentTarget.checked ? [...picked, id] : picked.filter((one) => one !== id))
          }
        />
      ))}
    </fieldset>
  )
}
