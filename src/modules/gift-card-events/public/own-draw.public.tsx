import { useMemo, useState } from 'react'
import { billKey } from '../../../shared/draws/bill-key.ts'
import { billDigest } from '../../../shared/draws/plan.ts'
import type { PublishedDraw } from '../../../shared/draws/published.ts'
import { t } from '../../../shared/language.ts'
import { DrawLine } from './all-draws.public.tsx'
import type { Check } from './use-check.public.tsx'

const SLIP = /^[0-9A-F]{12,64}$/

/** A customer finds their own draw. What they type stays in the browser: the digest is looked for in what was fetched already. */
export function OwnDraw({ check }: { check: Check }) {
  const [typed, setTyped] = useState('')
  const { draws, published, isDone } = check
  const found = useMemo(() => findOwn(typed, draws, published.event.code), [typed, draws, published])
  const isAsked = billKey(typed).length >= 3
  return (
    <section className="card" aria-labelledby="own">
      <h2 id="own">{t('Find your own draw')}</h2>
      <div className="field">
        <label className="label" htmlFor="own-number">
          {t('Number of your bill, or code on your slip')}
        </label>
        <input
          id="own-number"
          className="input"
          aria-describedby="own-hint"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="search"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <p className="hint" id="own-hint">
          {t('It stays on your device. Several bills of one draw: with a comma between them.')}
        </p>
      </div>
      <div aria-live="polite">
        {found.length > 0 ? (
          <ul className="draw-lines">
            {found.map((draw) => (
              <DrawLine key={draw[0]} draw={draw} check={check} hasCode />
            ))}
          </ul>
        ) : isAsked ? (
          <p className="soft">
            {isDone ? t('No draw of this event was made with it. Please look at the number again.') : t('Searching …')}
          </p>
        ) : null}
      </div>
    </section>
  )
}

function findOwn(typed: string, draws: readonly PublishedDraw[], event: string): PublishedDraw[] {
  const code = billKey(typed)
  if (code.length < 3) return []
  const numbers = typed.split(/[,;\n]/).filter((one) => billKey(one) !== '')
  const digest = billDigest(event, numbers.map(billKey))
  return draws.filter((draw) => draw[4] === digest || (SLIP.test(code) && draw[12].toUpperCase().startsWith(code)))
}
