import { t } from '../../shared/language.ts'
import css from './api.module.css'
import type { Schema } from './api-document.web.ts'

/** Every code with its status, its sentence and what to do about it. */
export function Errors({ schema, wanted }: { schema: Schema | undefined; wanted: string }) {
  const codes = (schema?.oneOf ?? []).filter((one) =>
    `${String(one.const)} ${one.title} ${one.description}`.toLowerCase().includes(wanted),
  )
  if (codes.length === 0) return null
  return (
    <section className={css.part} aria-labelledby="errors">
      <h2 id="errors">{t('Error codes')}</h2>
      <dl className={css.errors} lang="en">
        {codes.map(({ const: code, title, description = '' }) => {
          const [, status, words] = /^(\d+): (.*)$/s.exec(description) ?? []
          return (
            <div key={String(code)}>
              <dt>
                <code>{String(code)}</code> {title} <small>{status}</small>
              </dt>
              <dd>{words}</dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
