import { Button } from '@mantine/core'
import { useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { t } from '../../shared/language.ts'
import css from './profile-setting.module.css'

const SIDE = 512
const ZOOM_MOST = 4

interface AvatarCropProps {
  /** A blob address of the chosen picture. */
  picture: string
  isSaving: boolean
  onCancel: () => void
  onCropped: (file: File) => void
}

/** Moves and zooms the picture under a round window; also with the arrow keys. */
export default function AvatarCrop({ picture, isSaving, onCancel, onCropped }: AvatarCropProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  const save = async () => {
    if (area) onCropped(await cut(picture, area))
  }
  return (
    <>
      <div className={css.stage}>
        <Cropper
          image={picture}
          crop={crop}
          zoom={zoom}
          maxZoom={ZOOM_MOST}
          aspect={1}
          cropShape="round"
          showGrid={false}
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setArea(pixels)}
          cropperProps={{ role: 'application', 'aria-label': t('Part of the picture to keep; arrow keys move it') }}
        />
      </div>
      <label className={css.zoom}>
        {t('Zoom')}
        <input
          type="range"
          min={1}
          max={ZOOM_MOST}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.currentTarget.value))}
        />
      </label>
      <div className={`${css.buttons} ${css.end}`}>
        <Button variant="default" onClick={onCancel}>
          {t('Cancel')}
        </Button>
        <Button loading={isSaving} disabled={!area} onClick={() => void save()}>
          {t('Use this picture')}
        </Button>
      </div>
    </>
  )
}

/** The chosen part as a square picture of its own. */
async function cut(picture: string, area: Area): Promise<File> {
  const image = new Image()
  image.src = picture
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error(t('This browser cannot crop pictures'))
  // A transparent picture would turn black as JPEG.
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, SIDE, SIDE)
  pen.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, SIDE, SIDE)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
  if (!blob) throw new Error(t('This browser cannot crop pictures'))
  return new File([blob], 'avatar.jpg', { type: 'image/jpeg' })
}
