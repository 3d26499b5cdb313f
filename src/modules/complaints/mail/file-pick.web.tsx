import { Button, Checkbox } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { StoredFile } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { PendingList } from '../../../web/discussion/pending-list.tsx'
import { endingsOf } from '../../../web/fields/files/uploads.ts'
import { useUploads } from '../../../web/fields/files/use-uploads.ts'
import { FilePicker } from '../../../web/ui/file-picker.tsx'
import { BYTES_MOST, FILES_MOST } from './limits.ts'
import css from './mail.module.css'

type Picked = readonly string[]
interface FilePickProps {
  files: readonly StoredFile[]
  picked: Picked
  onPick: (change: (picked: Picked) => Picked) => void
  onBusy: (isBusy: boolean) => void
}

/** Files of the complaint that go along with a mail, and new ones. */
export function FilePick({ files, picked, onPick, onBusy }: FilePickProps) {
  const [added, setAdded] = useState<readonly StoredFile[]>([])
  const picker = useRef<HTMLInputElement>(null)
  const { add, drop, pending } = useUploads({
    accept: 'images and videos',
    max: FILES_MOST,
    held: picked.length,
    onStored: (file) => {
      setAdded((before) => [...before, file])
      onPick((before) => [...before, file.id])
    },
    onBusy,
  })
  const known = new Set(files.map(({ id }) => id))
  const all = [...files, ...added.filter(({ id }) => !known.has(id))]
  const bytes = all.reduce((sum, file) => (picked.includes(file.id) ? sum + file.bytes : sum), 0)
  return (
    <fieldset className={css.pick}>
      <legend>{t('Files to send along')}</legend>
      {all.map(({ id, name }) => (
        <Checkbox
          key={id}
          size="xs"
          label={name}
          checked={picked.includes(id)}
          onChange={({ currentTarget: { checked } }) =>
            onPick((before) => (checked ? [...before, id] : before.filter((one) => one !== id)))
          }
        />
      ))}
      {bytes > BYTES_MOST && (
        <p role="alert">{t('This is too large. At most {{max}}.', { max: `${BYTES_MOST / 2 ** 20} MB` })}</p>
      )}
      <PendingList files={[]} pending={pending} onRemove={() => undefined} onDrop={drop} draw={() => null} />
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<IconPaperclip size={14} aria-hidden />}
        onClick={() => picker.current?.click()}
      >
        {t('Add pictures or videos')}
      </Button>
      <FilePicker
        ref={picker}
        multiple
        accept={endingsOf('images and videos').join(',')}
        label={t('Add pictures or videos')}
        onFiles={add}
      />
    </fieldset>
  )
}
