import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { t } from '../../shared/language.ts'
import { readStored, writeStored } from '../public/storage.ts'

const CHOSEN = 'scan-camera'

interface CameraState {
  isOn: boolean
  /** What is in the way, and what to do about it. */
  problem: string | null
  /** How many cameras there are. */
  count: number
  /** Whether its light is on; null where it has none. */
  torch: boolean | null
}

const OFF: CameraState = { isOn: false, problem: null, count: 0, torch: null }

/** A camera in a video element while the component is shown: the one of last time, else the one at the back. */
export function useCamera(video: RefObject<HTMLVideoElement | null>) {
  const [state, setState] = useState(OFF)
  // A new object is a new try.
  const [wanted, setWanted] = useState(lastUsed)
  const track = useRef<MediaStreamTrack | undefined>(undefined)

  useEffect(() => {
    let isGone = false
    const open = async () => {
      const stream = await openCamera(wanted.id)
      const [found] = stream.getVideoTracks()
      if (isGone || !found || !video.current) return stop(stream)
      track.current = found
      // A cable that is pulled, or a telephone call that takes the camera.
      found.onended = () => setState({ ...OFF, problem: problemOf('NotReadableError') })
      video.current.srcObject = stream
      await video.current.play()
      const cameras = await camerasThere()
      setState({ isOn: true, problem: null, count: cameras.length, torch: hasLight(found) ? false : null })
    }
    open().catch((error: unknown) => {
      if (!isGone) setState({ ...OFF, problem: problemOf(error instanceof Error ? error.name : '') })
    })
    return () => {
      isGone = true
      if (track.current) track.current.onended = null
      track.current?.stop()
      track.current = undefined
      setState(OFF)
    }
  }, [video, wanted])

  const again = useCallback(() => {
    setState(OFF)
    setWanted(lastUsed())
  }, [])
  const next = useCallback(() => {
    void camerasThere().then((cameras) => {
      const at = cameras.findIndex(({ deviceId }) => deviceId === track.current?.getSettings().deviceId)
      writeStored(CHOSEN, cameras[(at + 1) % cameras.length]?.deviceId ?? null)
      setWanted(lastUsed())
    })
  }, [])
  const light = useCallback(async (isLit: boolean) => {
    // The light of a camera is not in the compiler's list of what it can be told.
    const wish = { advanced: [{ torch: isLit } as MediaTrackConstraintSet] }
    await track.current?.applyConstraints(wish).catch(() => undefined)
    setState((before) => ({ ...before, torch: isLit }))
  }, [])
  const fail = useCallback(() => {
    track.current?.stop()
    setState({
      ...OFF,
      problem: t('The reader of codes could not be loaded. Please check the connection and try again.'),
    })
  }, [])
  return { ...state, again, next, light, fail }
}

const lastUsed = (): { id: unknown } => ({ id: readStored(CHOSEN) })

async function openCamera(chosen: unknown): Promise<MediaStream> {
  const wish: MediaTrackConstraints = { width: { ideal: 1280 }, height: { ideal: 720 } }
  if (!navigator.mediaDevices) throw new DOMException('', 'SecurityError')
  const open = (camera: MediaTrackConstraints) =>
    navigator.mediaDevices.getUserMedia({ video: { ...wish, ...camera }, audio: false })
  if (typeof chosen === 'string') {
    try {
      return await open({ deviceId: { exact: chosen } })
    } catch (error) {
      // It is gone since, or has another name now.
      if (!(error instanceof Error) || !['OverconstrainedError', 'NotFoundError'].includes(error.name)) throw error
      writeStored(CHOSEN, null)
    }
  }
  return open({ facingMode: { ideal: 'environment' } })
}

const camerasThere = async (): Promise<MediaDeviceInfo[]> =>
  (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === 'videoinput')

const hasLight = (track: MediaStreamTrack): boolean => Reflect.get(track.getCapabilities?.() ?? {}, 'torch') === true

const stop = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop()
}

function problemOf(name: string): string {
  if (name === 'NotAllowedError')
    return t(
      'The camera is not allowed here. Press the sign beside the address, allow the camera, then try again. A hand scanner and typing work all the same.',
    )
  if (name === 'NotFoundError' || name === 'OverconstrainedError')
    return t('No camera was found on this device. Please use a hand scanner or type the code.')
  if (name === 'NotReadableError' || name === 'AbortError')
    return t('Another application uses the camera. Please close it and try again.')
  if (name === 'SecurityError' || name === 'TypeError')
    return t('The camera works only at an address that begins with https. Please use a hand scanner or type the code.')
  return t('The camera could not be opened. Please use a hand scanner or type the code.')
}
