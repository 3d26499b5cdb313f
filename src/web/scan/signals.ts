import { readStored, writeStored } from '../public/storage.ts'
import type { OutcomeState } from './outcome.ts'

/** What a scan sounds and feels like: short tones made by the browser itself, no files. */

/** Hz and ms, one after the other; high is good, low is not. */
const TONES: Record<OutcomeState, readonly (readonly [number, number])[]> = {
  done: [[1320, 90]],
  kept: [
    [1320, 60],
    [990, 90],
  ],
  already: [
    [660, 90],
    [660, 90],
  ],
  unknown: [[330, 260]],
  refused: [
    [247, 160],
    [196, 260],
  ],
}
const SHAKES: Record<OutcomeState, number[]> = {
  done: [40],
  kept: [40, 40, 40],
  already: [60, 60, 60],
  unknown: [250],
  refused: [150, 80, 250],
}
const VOLUME = 0.12
const PAUSE_S = 0.05
const SILENT = 'scan-silent'

export const isSoundOn = (): boolean => readStored(SILENT) !== true

export const turnSound = (isOn: boolean): void => writeStored(SILENT, isOn ? null : true)

export function signal(state: OutcomeState): void {
  navigator.vibrate?.(SHAKES[state])
  if (isSoundOn()) play(TONES[state])
}

let sound: AudioContext | undefined

function play(tones: readonly (readonly [number, number])[]): void {
  try {
    sound ??= new AudioContext()
    void sound.resume()
    let at = sound.currentTime
    for (const [frequency, ms] of tones) {
      const [tone, gain] = [sound.createOscillator(), sound.createGain()]
      tone.frequency.value = frequency
      gain.gain.value = VOLUME
      gain.gain.setTargetAtTime(0, at + ms / 1000 - 0.02, 0.01) // no click at its end
      tone.connect(gain).connect(sound.destination)
      tone.start(at)
      tone.stop(at + ms / 1000)
      at += ms / 1000 + PAUSE_S
    }
  } catch {
    // No sound on this device: colour and word say it.
  }
}
