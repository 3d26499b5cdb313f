import { t } from '../../../shared/language.ts'
import { inputId } from './field.tsx'
import { Icon } from './icon.tsx'

interface Props {
  /** What went wrong as a whole, where it is not about one field. */
  refusal?: string | null
  /** Field to its line, in the order of the form. */
  errors: [name: string, line: string][]
}

/** All that must be put right, above the form; each line leads to its field. */
export function ErrorSummary({ refusal, errors }: Props) {
  if (!refusal && errors.length === 0) return null
  return (
    <div className="summary" role="alert">
      <Icon name="alert-triangle" size={20} stroke={1.75} />
      <div>
        <p className="summary-title">{refusal ?? t('Please check the marked fields.')}</p>
        {errors.length > 0 && (
          <ul>
            {errors.map(([name, line]) => (
              <li key={name}>
                <a
                  href={`#${inputId(name)}`}
                  onClick={(event) => {
                    event.preventDefault()
                    focusField(name)
                  }}
                >
                  {line}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

export function focusField(name: string): void {
  const field = document.getElementById(inputId(name))
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  field?.scrollIntoView({ block: 'center', behavior: calm ? 'auto' : 'smooth' })
  field?.focus({ preventScroll: true })
}
