import { ActionIcon, Switch } from '@mantine/core'
import { IconAdjustments } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../shared/language.ts'
import { readStored, writeStored } from '../public/storage.ts'
import { PopOver } from '../ui/pop-over.tsx'
import css from './desk.module.css'

/** What this device does by itself at a desk of draws; remembered on it. */
export interface Habits {
  turns: boolean
  prints: boolean
}

const KEY = 'draw-habits'

export function useHabits(): [Habits, (habits: Habits) => void] {
  const [habits, setHabits] = useState<Habits>(() => ({
    turns: true,
    prints: false,
    ...(readStored(KEY) as Partial<Habits> | null), // only this function writes it
  }))
  const change = (next: Habits): void => {
    writeStored(KEY, next)
    setHabits(next)
  }
  return [habits, change]
}

interface DeviceProps {
  habits: Habits
  onChange: (habits: Habits) => void
}

export function DeviceButton({ habits, onChange }: DeviceProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <PopOver
      label={t('On this device')}
      isOpen={isOpen}
      setOpen={setOpen}
      align="end"
      className={css.device}
      button={(button) => (
        <ActionIcon
          {...button}
          variant="default"
          size={44}
          aria-label={t('On this device')}
          title={t('On this device')}
        >
          <IconAdjustments size={22} aria-hidden="true" />
        </ActionIcon>
      )}
    >
      <Switch
        label={t('Turn the wheel')}
        description={t('Off: the result is there at once.')}
        checked={habits.turns}
        onChange={(event) => onChange({ ...habits, turns: event.currentTarget.checked })}
      />
      <Switch
        label={t('Print each slip by itself')}
        checked={habits.prints}
        onChange={(event) => onChange({ ...habits, prints: event.currentTarget.checked })}
      />
    </PopOver>
  )
}

/** Whoever asks for less motion gets it. */
export const wantsStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
