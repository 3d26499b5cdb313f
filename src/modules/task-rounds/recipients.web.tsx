import { Button, Checkbox, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ref } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import { get } from '../../web/api.ts'
import { useNamed } from '../../web/fields/names.ts'
import { askFields } from '../../web/screens/form/fields-dialog.tsx'
import type { Form } from '../../web/screens/form/use-form.ts'
import { Failed, SkeletonLines } from '../../web/ui/states.tsx'
import { useTemplateOf } from './from-template.web.ts'
import { idOf } from './ids.web.ts'
import css from './task-rounds.module.css'
import { taskRounds } from './task-rounds.ts'

interface Named {
  id: number
  name: string
}
interface Holder {
  store: Named & { code: string; province: string | null }
  person: Named | null
}

/** Every open store with whoever gets its task: all of them, those of a province, or by hand; a store without anybody can be given somebody. */
export function Recipients({ form }: { form: Form }) {
  const template = idOf(form.values.template)
  const found = useQuery({
    queryKey: [taskRounds.wire, 'holders', template],
    queryFn: () => get<Holder[]>(`${taskRounds.wire}/holders`, { template }),
    enabled: template !== null,
  })
  useTemplateOf(form)
  const people = peopleIn(form.values.people)
  const named = useNamed('users', Object.values(people))
  const nameOf = (store: number, person: Named | null): string | undefined =>
    (people[store] === undefined ? person : named.find(({ id }) => id === people[store]))?.name
  const [province, setProvince] = useState<string | null>(null)
  const holders = found.data ?? []
  const chosen: readonly number[] = Array.isArray(form.values.stores) ? form.values.stores.map(Number) : []
  const isAll = chosen.length === 0
  const set = (stores: readonly number[]) => form.set('stores', stores.length === holders.length ? [] : stores)
  const has = (id: number) => isAll || chosen.includes(id)
  const toggle = (id: number) => {
    const now = isAll ? holders.map(({ store }) => store.id) : chosen
    const next = now.includes(id) ? now.filter((one) => one !== id) : [...now, id]
    // None are all of them: the last one stays.
    if (next.length > 0) set(next)
  }
  const give = (store: Holder['store']) =>
    askFields({
      title: t('Who does it in {{store}}?', { store: store.name }),
      fields: { person: ref('Person', 'users', { required: true }) },
      submit: t('Choose'),
      onSubmit: ({ person }) => {
        form.set('people', { ...people, [store.id]: Number(person) })
        return Promise.resolve()
      },
    })
  if (template === null)
    return <p className={css.quiet}>{t('Choose a template to see which stores get it, and who does it there.')}</p>
  if (found.error) return <Failed error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <SkeletonLines lines={6} />
  const provinces = [...new Set(holders.flatMap(({ store }) => store.province ?? []))].toSorted((a, b) =>
    a.localeCompare(b, 'vi'),
  )
  const going = holders.filter(({ store }) => has(store.id))
  const lacking = going.filter(({ store, person }) => !nameOf(store.id, person))
  const choose = (picked: string | null) => {
    setProvince(picked)
    set(picked === null ? [] : holders.filter(({ store }) => store.province === picked).map(({ store }) => store.id))
  }
  return (
    <section className={css.card} aria-labelledby="recipients">
      <header className={css.head}>
        <h2 id="recipients">{t('Goes to {{n}} stores', { n: going.length })}</h2>
        <div className={css.choices}>
          <Button size="xs" variant={isAll ? 'filled' : 'default'} aria-pressed={isAll} onClick={() => choose(null)}>
            {t('All stores')}
          </Button>
          {provinces.length > 1 ? (
            <Select
              size="xs"
              data={provinces}
              value={province}
              onChange={choose}
              placeholder={t('Of a province…')}
              aria-label={t('Of a province…')}
              clearable
              searchable
            />
          ) : null}
        </div>
      </header>
      {lacking.length > 0 ? (
        <p className={css.warning} role="status">
          {t('Nobody holds the position in {{n}} stores: choose somebody, or do it later on the page of the round.', {
            n: lacking.length,
          })}
        </p>
      ) : null}
      <ul className={css.recipients}>
        {holders.map(({ store, person }) => {
          const who = nameOf(store.id, person)
          return (
            <li key={store.id} data-off={!has(store.id) || undefined}>
              <Checkbox
                checked={has(store.id)}
                onChange={() => toggle(store.id)}
                label={`${store.code} ${store.name}`}
              />
              <button
                type="button"
                className={css.who}
                data-lacking={!who || undefined}
                onClick={() => void give(store)}
              >
                {who ?? t('Choose somebody')}
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const peopleIn = (value: unknown): Readonly<Record<string, number>> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([store, person]) => [store, Number(person)]))
    : {}
