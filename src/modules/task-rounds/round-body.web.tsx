import { useState } from 'react'
import { t } from '../../shared/language.ts'
import { isIn, type Line, type Part } from './lines.web.ts'
import { RoundPhotos } from './round-photos.web.tsx'
import { RoundStores } from './round-stores.web.tsx'
import css from './task-rounds.module.css'
import { ROUND_STAGES } from './task-rounds.ts'

interface BodyProps {
  round: number
  lines: readonly Line[]
  onChange: () => void
}

/** The counts narrow what is below them: the stores as a table, or their photos side by side. */
export function RoundBody({ round, lines, onChange }: BodyProps) {
  const [part, setPart] = useState<Part | null>(null)
  const [isPhotos, setPhotos] = useState(false)
  const shown = lines.filter((line) => isIn(line, part))
  const photos = lines.reduce((sum, line) => sum + line.photos.length, 0)
  return (
    <>
      <Counts lines={lines} part={part} onChoose={setPart} />
      <div className={css.tabs} role="tablist" aria-label={t('Shown as')}>
        <TabButton isOn={!isPhotos} onClick={() => setPhotos(false)}>
          {t('Stores')} <b>{lines.length}</b>
        </TabButton>
        <TabButton isOn={isPhotos} onClick={() => setPhotos(true)}>
          {t('Photos')} <b>{photos}</b>
        </TabButton>
      </div>
      {isPhotos ? (
        <RoundPhotos lines={shown} onChange={onChange} />
      ) : (
        <RoundStores round={round} lines={shown} onChange={onChange} />
      )}
    </>
  )
}

const TabButton = ({ isOn, onClick, children }: { isOn: boolean; onClick: () => void; children: React.ReactNode }) => (
  <button type="button" role="tab" aria-selected={isOn} onClick={onClick}>
    {children}
  </button>
)

function Counts({
  lines,
  part,
  onChoose,
}: {
  lines: readonly Line[]
  part: Part | null
  onChoose: (part: Part | null) => void
}) {
  const all: { part: Part; label: string; tone: string }[] = [
    { part: 'late', label: 'Late', tone: 'bad' },
    { part: 'done late', label: 'Done late', tone: 'warn' },
    ...ROUND_STAGES.map(({ value, label, tone }) => ({ part: value, label, tone })),
  ]
  return (
    <fieldset className={css.counts}>
      <legend className="visually-hidden">{t('Show only')}</legend>
      {all
        .map((one) => ({ ...one, n: lines.filter((line) => isIn(line, one.part)).length }))
        .filter(({ n }) => n > 0)
        .map((one) => (
          <button
            key={one.part}
            type="button"
            data-tone={one.tone}
            aria-pressed={part === one.part}
            onClick={() => onChoose(part === one.part ? null : one.part)}
          >
            <b>{one.n}</b> {t(one.label)}
          </button>
        ))}
    </fieldset>
  )
}
