import { useRef, useState } from 'react'
import { t } from '../../../shared/language.ts'
import type { InputProps } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'

interface PasswordProps {
  input: InputProps
  autoComplete: 'current-password' | 'new-password'
  value: string
  onChange: (typed: string) => void
}

/** A password that can be looked at while it is typed. */
export function PasswordInput({ input, autoComplete, value, onChange }: PasswordProps) {
  const [isShown, setShown] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  return (
    <div className="password">
      <input
        {...input}
        ref={box}
        className="input"
        type={isShown ? 'text' : 'password'}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={isShown ? t('Hide password') : t('Show password')}
        aria-pressed={isShown}
        onClick={() => {
          setShown(!isShown)
          box.current?.focus()
        }}
      >
        {isShown ? <Icon name="eye-off" size={22} stroke={1.6} /> : <Icon name="eye" size={22} stroke={1.6} />}
      </button>
    </div>
  )
}
