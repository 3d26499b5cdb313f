import { useState } from 'react'
import { t } from '../../shared/language.ts'
import css from './api.module.css'
import { type OneCall, type Parameter, schemaIn } from './api-document.web.ts'
import { SchemaView } from './schema-view.web.tsx'

/** Calls by what they are about; a group opens by itself where its calls are looked for. */
export function Reference({ calls, isSearched }: { calls: readonly OneCall[]; isSearched: boolean }) {
  const groups = [...Map.groupBy(calls, ({ operation }) => operation.tags[0] ?? '')]
  const isOpen = isSearched && groups.length <= OPENED_MOST
  return (
    <section className={css.part} aria-labelledby="calls">
      <h2 id="calls">{t('Calls')}</h2>
      {groups.map(([tag, ones]) => (
        <Group key={`${tag} ${isOpen}`} tag={tag} calls={ones} isOpen={isOpen} />
      ))}
    </section>
  )
}

/** More that are found are looked through closed. */
const OPENED_MOST = 8

function Group({ tag, calls, isOpen }: { tag: string; calls: readonly OneCall[]; isOpen: boolean }) {
  const [isShown, setShown] = useState(isOpen || location.hash === `#${tag}`)
  return (
    <details
      id={tag}
      className={css.group}
      open={isShown}
      onToggle={(event) => event.target === event.currentTarget && setShown(event.currentTarget.open)}
    >
      <summary>
        {tag} <small>{calls.length}</small>
      </summary>
      {isShown && calls.map((one) => <One key={`${one.method} ${one.path}`} {...one} />)}
    </details>
  )
}

function One({ method, path, operation }: OneCall) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className={css.call}
      onToggle={(event) => event.target === event.currentTarget && setOpen(event.currentTarget.open)}
    >
      <summary lang="en">
        <b className={css.method} data-method={method}>
          {method}
        </b>{' '}
        <code>{path}</code> <span>{operation.summary}</span>
      </summary>
      {isOpen && <Details operation={operation} />}
    </details>
  )
}

function Details({ operation }: Pick<OneCall, 'operation'>) {
  const { operationId, parameters = [], requestBody, responses } = operation
  const body = requestBody && schemaIn(requestBody)
  const done = responses['200'] && responses['201'] ? responses['201'] : (responses['200'] ?? responses['201'])
  const content = Object.keys(done?.content ?? {})[0]
  const answer = done && schemaIn(done)
  return (
    <div className={css.details}>
      <p lang="en">
        <code>{operationId}</code>
      </p>
      {parameters.length > 0 && (
        <>
          <h4>{t('Parameters')}</h4>
          <Parameters parameters={parameters} />
        </>
      )}
      {body && (
        <>
          <h4>{t('Body')}</h4>
          <SchemaView schema={body} />
        </>
      )}
      <h4>{t('What it answers')}</h4>
      {content === 'application/json' && answer ? (
        <SchemaView schema={answer.properties?.Data ?? answer} />
      ) : (
        <p lang="en">
          <code>{content}</code>
        </p>
      )}
    </div>
  )
}

function Parameters({ parameters }: { parameters: readonly Parameter[] }) {
  return (
    <dl className={css.properties} lang="en">
      {parameters.map((one) => (
        <div key={`${one.in} ${one.name}`}>
          <dt>
            <code>{one.name}</code>
            {!one.required && <small title={t('may be left out')}>?</small>} <small>{one.in}</small>
          </dt>
          <dd>
            {one.description} <SchemaView schema={one.schema} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
