import { ActionIcon, Button } from '@mantine/core'
import { IconBolt, IconBoltOff, IconCameraRotate, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { t } from '../../shared/language.ts'
import css from './scan.module.css'
import { useCamera } from './use-camera.ts'
import { watch } from './watch.ts'

interface CameraProps {
  onCode: (code: string, isStill: boolean) => void
  onClose: () => void
}

/** The camera, and every code that it sees. */
export default function Camera({ onCode, onClose }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null)
  const camera = useCamera(video)
  const latest = useRef(onCode)
  useEffect(() => {
    latest.current = onCode
  })
  const { isOn, fail } = camera
  useEffect(() => {
    if (isOn && video.current) return watch(video.current, (code, isStill) => latest.current(code, isStill), fail)
  }, [isOn, fail])
  if (camera.problem)
    return (
      <div className={css.problem} role="alert">
        <p>{camera.problem}</p>
        <Button size="xs" onClick={camera.again}>
          {t('Try again')}
        </Button>{' '}
        <Button size="xs" variant="default" onClick={onClose}>
          {t('Close')}
        </Button>
      </div>
    )
  return (
    <section className={css.camera} aria-label={t('Camera')}>
      <video ref={video} playsInline muted autoPlay aria-label={t('Hold the code in the middle')} />
      <div className={css.aim} aria-hidden="true" />
      <div className={css.tools}>
        {camera.torch === null ? null : (
          <Tool
            label={camera.torch ? t('Turn the light off') : t('Turn the light on')}
            onClick={() => void camera.light(!camera.torch)}
          >
            {camera.torch ? <IconBoltOff size={22} aria-hidden="true" /> : <IconBolt size={22} aria-hidden="true" />}
          </Tool>
        )}
        {camera.count > 1 ? (
          <Tool label={t('Another camera')} onClick={camera.next}>
            <IconCameraRotate size={22} aria-hidden="true" />
          </Tool>
        ) : null}
        <Tool label={t('Close the camera')} onClick={onClose}>
          <IconX size={22} aria-hidden="true" />
        </Tool>
      </div>
    </section>
  )
}

interface ToolProps {
  label: string
  onClick: () => void
  children: React.ReactNode
}

const Tool = ({ label, onClick, children }: ToolProps) => (
  <ActionIcon variant="default" size={44} aria-label={label} title={label} onClick={onClick}>
    {children}
  </ActionIcon>
)
