import { Button, Loader } from '@mantine/core'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { t } from '../../shared/language.ts'
import { post } from '../../web/api.ts'
import { IMAGE_ENDINGS, objection, send } from '../../web/fields/files/uploads.ts'
import { refreshUser, useSession } from '../../web/session.ts'
import { Face } from '../../web/ui/avatar.tsx'
import { Dialog } from '../../web/ui/dialogs/dialog.tsx'
import { FilePicker } from '../../web/ui/file-picker.tsx'
import { sayFailure, snackbar } from '../../web/ui/snackbar.tsx'
import css from './profile-setting.module.css'

const Crop = lazy(() => import('../../web/fields/files/crop.tsx'))
const SIDE = 512

/** The picture beside the name: choose, crop, take away. */
export function Avatar() {
  const user = useSession()
  const chooser = useRef<HTMLInputElement>(null)
  const { picture, isSaving, choose, drop, keep } = usePicture()
  return (
    <div className={css.avatar}>
      <Face name={user.user_name} avatar={user.avatar} size={96} />
      <div>
        <div className={css.buttons}>
          <Button variant="default" onClick={() => chooser.current?.click()}>
            {user.avatar ? t('Change picture') : t('Add a picture')}
          </Button>
          {user.avatar && (
            <Button variant="subtle" color="red" loading={isSaving && !picture} onClick={() => void keep(null)}>
              {t('Remove picture')}
            </Button>
          )}
        </div>
        <p className={css.hint}>{t('PNG, JPEG, GIF or WebP, at most 10 MB. You choose the part to show.')}</p>
        <FilePicker ref={chooser} accept={IMAGE_ENDINGS.join(',')} label={t('Picture')} onFiles={choose} />
      </div>
      <Dialog opened={picture !== null} onClose={drop} title={t('Choose the part to show')} size={520}>
        <Suspense fallback={<Loader aria-label={t('Loading')} />}>
          {picture && (
            <Crop
              picture={picture}
              aspect={1}
              widthMost={SIDE}
              isRound
              isSaving={isSaving}
              onCancel={drop}
              onCropped={(content) => void keep(new File([content], 'avatar.jpg', { type: 'image/jpeg' }))}
            />
          )}
        </Suspense>
      </Dialog>
    </div>
  )
}

/** A chosen picture on its way to be the person's; its blob is let go afterwards. */
function usePicture() {
  const [picture, setPicture] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  useEffect(() => {
    if (picture) return () => URL.revokeObjectURL(picture)
  }, [picture])
  const choose = ([file]: readonly File[]) => {
    const said = file && objection(file, 'images')
    if (said) snackbar(said, { variant: 'alert', colour: 'bad' })
    else if (file) setPicture(URL.createObjectURL(file))
  }
  const keep = async (file: File | null) => {
    setSaving(true)
    try {
      await keepAvatar(file)
      setPicture(null)
    } catch (error) {
      sayFailure(error)
    } finally {
      setSaving(false)
    }
  }
  return { picture, isSaving, choose, keep, drop: () => setPicture(null) }
}

async function keepAvatar(file: File | null): Promise<void> {
  const stored = file ? await send(file, () => undefined).stored : null
  await post('change-avatar', { file: stored?.id ?? null })
  await refreshUser()
  snackbar(file ? t('Your picture was changed') : t('Your picture was removed'), { variant: 'alert', colour: 'ok' })
}
