import { Button } from '@mantine/core'
import { useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { t } from '../../../shared/language.ts'
import { sayFailure } from '../../ui/snackbar.tsx'
import css from './crop.module.css'

const ZOOM_MOST = 4

interface CropProps {
  /** A blob address of the picture. */
  picture: string
  /** Width by height of what is kept, and how wide that is at most, in pixels. */
  aspect: number
  widthMost: number
  isRound?: boolean
  isSaving: boolean
  onCancel: () => void
  onCropped: (content: Blob) => void
}

/** Moves and zooms a picture under the window of what is kept; also with the arrow keys. */
export default function Crop({ picture, aspect, widthMost, isRound, isSaving, onCancel, onCropped }: CropProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  const [isBroken, setBroken] = useState(false)
  const cancel = (
    <Button variant="default" onClick={onCancel}>
      {t('Cancel')}
    </Button>
  )
  if (isBroken)
    return (
      <>
        <p role="alert">{t('This picture cannot be opened. Please choose another one.')}</p>
        <div className={css.buttons}>{cancel}</div>
      </>
    )
  return (
    <>
      <div className={css.stage}>
        <Cropper
          image={picture}
          crop={crop}
          zoom={zoom}
          maxZoom={ZOOM_MOST}
          aspect={aspect}
          cropShape={isRound ? 'round' : 'rect'}
          showGrid={false}
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setArea(pixels)}
          mediaProps={{ onError: () => setBroken(true) }}
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
      <div className={css.buttons}>
        {cancel}
        <Button
          loading={isSaving}
          disabled={!area}
          onClick={() => area && void cut(picture, area, Math.min(area.width, widthMost)).then(onCropped, sayFailure)}
        >
          {t('Use this picture')}
        </Button>
      </div>
    </>
  )
}

/** The chosen part as a picture of its own. */
async function cut(picture: string, area: Area, width: number): Promise<Blob> {
  const image = new Image()
  image.src = picture
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width)
  canvas.height = Math.round((width * area.height) / area.width)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  // A transparent picture would turn black as JPEG.
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
  if (!blob) throw new Error('no JPEG of the canvas')
  return blob
}
