import { createContext, use } from 'react'
import { t } from '../../shared/language.ts'
import css from './api.module.css'
import { nameOf, type Schema } from './api-document.web.ts'

/** The schemas that have a name. */
export const NamedSchemas = createContext<Readonly<Record<string, Schema>>>({})

/** A schema as its names, one a line; what has a name of its own opens where it is asked for. */
export function SchemaView({ schema }: { schema: Schema }) {
  const known = use(NamedSchemas)
  const { inner, type } = shapeOf(schema, known)
  const properties = Object.entries(inner?.properties ?? {})
  if (properties.length === 0) return <Type schema={schema} type={type} />
  return (
    <>
      {type !== 'object' && <p className={css.kind}>{type}</p>}
      <Properties properties={properties} required={inner?.required ?? []} />
    </>
  )
}

function Properties({
  properties,
  required,
}: {
  properties: readonly [string, Schema][]
  required: readonly string[]
}) {
  return (
    <dl className={css.properties} lang="en">
      {properties.map(([name, schema]) => (
        <Property key={name} name={name} schema={schema} isAlways={required.includes(name)} />
      ))}
    </dl>
  )
}

function Property({ name, schema, isAlways }: { name: string; schema: Schema; isAlways: boolean }) {
  const known = use(NamedSchemas)
  const { inner, type } = shapeOf(schema, known)
  const properties = Object.entries(inner?.properties ?? {})
  return (
    <>
      <dt>
        <code>{name}</code>
        {!isAlways && <small title={t('may be left out')}>?</small>}
      </dt>
      <dd>
        {properties.length === 0 ? (
          <Type schema={schema} type={type} />
        ) : (
          <Opened type={type}>
            <Properties properties={properties} required={inner?.required ?? []} />
          </Opened>
        )}
      </dd>
    </>
  )
}

function Opened({ type, children }: { type: string; children: React.ReactNode }) {
  return (
    <details className={css.nested}>
      <summary>
        <code>{type}</code>
      </summary>
      {children}
    </details>
  )
}

function Type({ schema, type }: { schema: Schema; type: string }) {
  const known = use(NamedSchemas)
  const { inner } = shapeOf(schema, known)
  const values = (inner?.enum ?? []).filter((value) => value !== null)
  const said = [schema.description ?? schema.title, bounds(inner)].filter(Boolean).join(' · ')
  return (
    <>
      <code className={css.type}>{type}</code> {said && <span>{said}</span>}
      {values.length > 0 && (
        <div className={css.values}>{values.map((value) => JSON.stringify(value)).join(' | ')}</div>
      )}
    </>
  )
}

const bounds = (schema: Schema | undefined): string => {
  const { minimum, maximum, maxLength, maxItems, pattern, format } = schema ?? {}
  return [
    format,
    minimum !== undefined && minimum > 0 && `≥ ${minimum}`,
    maximum !== undefined && maximum < 2 ** 31 - 1 && `≤ ${maximum}`,
    maxLength !== undefined && `≤ ${maxLength} characters`,
    maxItems !== undefined && `≤ ${maxItems}`,
    pattern,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** What stands behind lists, alternatives with null and names, and the whole in a few words, e.g. `Ticket[] | null`. */
function shapeOf(schema: Schema, known: Readonly<Record<string, Schema>>): { inner: Schema | undefined; type: string } {
  if (schema.$ref) {
    const name = nameOf(schema.$ref)
    const { inner } = shapeOf(known[name] ?? {}, known)
    return { inner, type: name }
  }
  const several = schema.anyOf ?? (schema.oneOf?.every((one) => one.const === undefined) ? schema.oneOf : undefined)
  if (several) {
    const shapes = several.map((one) => shapeOf(one, known))
    const typed = shapes.filter(({ type }) => type !== 'null')
    return { inner: typed.length === 1 ? typed[0]?.inner : undefined, type: shapes.map(({ type }) => type).join(' | ') }
  }
  if (schema.items) {
    const { inner, type } = shapeOf(schema.items, known)
    return { inner, type: type.includes(' ') ? `(${type})[]` : `${type}[]` }
  }
  const { additionalProperties: more } = schema
  if (typeof more === 'object') {
    const { inner, type } = shapeOf(more, known)
    return { inner, type: `{ …: ${type} }` }
  }
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  return { inner: schema, type: types.join(' | ') || (schema.const === undefined ? 'any value' : String(schema.const)) }
}
