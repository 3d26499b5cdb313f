import { ActionIcon, Loader } from '@mantine/core'
import { IconCrop, IconStar } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { StoredFile } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { useFileUrl } from '../../ui/file-url.ts'
import { sayFailure } from '../../ui/snackbar.tsx'
import { type Sending, send } from './uploads.ts'

const Crop = lazy(() => import('./crop.tsx'))
/** As cards show a cover. */
const ASPECT = 4 / 3
const WIDTH_MOST = 1600

interface CoverButtonsProps {
  file: StoredFile
  isCover: boolean
  onCover: () => void
  /** Gets the part that was kept, as a file of its own. */
  onCropped: (file: StoredFile) => void
}

/** Beside a picture of several: makes it the cover, or keeps a part of it. */
export default function CoverButtons({ file, isCover, onCover, onCropped }: CoverButtonsProps) {
  const [isOpen, setOpen] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const sending = useRef<Sending>(undefined)
  const url = useFileUrl(isOpen ? file.id : null)
  const close = () => {
    sending.current?.stop()
    setSaving(false)
    setOpen(false)
  }
  const keep = async (content: Blob) => {
    setSaving(true)
    try {
      const name = file.name.replace(/(\.[^.]+)?$/, '.jpg')
      sending.current = send(new File([content], name, { type: 'image/jpeg' }), () => undefined)
      onCropped(await sending.current.stored)
      close()
    } catch (error) {
      setSaving(false)
      sayFailure(error)
    }
  }
  return (
    <>
      {isCover ? null : (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('Make {{name}} the cover', { name: file.name })}
          onClick={onCover}
        >
          <IconStar size={16} aria-hidden="true" />
        </ActionIcon>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('Crop {{name}}', { name: file.name })}
        onClick={() => setOpen(true)}
      >
        <IconCrop size={16} aria-hidden="true" />
      </ActionIcon>
      <Dialog opened={isOpen} onClose={close} title={t('Choose the part to show')} size={640}>
        <Suspense fallback={<Loader aria-label={t('Loading')} />}>
          {url ? (
            <Crop
              picture={url}
              aspect={ASPECT}
              widthMost={WIDTH_MOST}
              isSaving={isSaving}
              onCancel={close}
              onCropped={(content) => void keep(content)}
            />
          ) : null}
        </Suspense>
      </Dialog>
    </>
  )
}
