import '@mantine/core/styles/SegmentedControl.css'
import { Button, SegmentedControl } from '@mantine/core'
import { IconDeviceFloppy, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { currentLanguage, LANGUAGE_CHOICES, LANGUAGES, type Language, t } from '../../../shared/language.ts'
import { languageWord } from '../../../shared/language-word.ts'
import { inWords, MOST_QUESTIONS } from '../../../shared/surveys/questions.ts'
import { ApiRefusal, put } from '../../../web/api.ts'
import { useLeaveGuard } from '../../../web/app/location.ts'
import type { Draft } from '../../../web/fields/values.ts'
import { changed, client, keys } from '../../../web/query.ts'
import { ChangedNotice, GoneNotice } from '../../../web/screens/form/conflict-notice.tsx'
import { dropDraft, type KeptDraft, keepDraft, readDraft } from '../../../web/screens/form/kept-drafts.ts'
import type { AnyRow, PageParams } from '../../../web/screens/module.ts'
import { DeletedNotice } from '../../../web/screens/view/deleted-notice.tsx'
import { type Found, useRecord } from '../../../web/screens/view/use-record.ts'
import { confirm } from '../../../web/ui/dialogs/confirm.tsx'
import { Page } from '../../../web/ui/page.tsx'
import { snackbar } from '../../../web/ui/snackbar.tsx'
import { Sortable } from '../../../web/ui/sortable.tsx'
import { Failed, SkeletonPage } from '../../../web/ui/states.tsx'
import { surveys } from '../surveys.ts'
import css from './editor.module.css'
import { asSaved, asSent, type Item, isSame, itemsOf, lineIdOf, newItem, settled, textIdOf } from './item.web.ts'
import { ItemCard } from './item-card.web.tsx'
import { missingOf } from './missing.web.ts'
import { Preview } from './preview.web.tsx'
import { type KeptQuestions, questionsOf } from './questions.web.ts'

/** The questions of a survey: in their order by drag or arrow keys, each as it will look on a phone. */
export default function Editor({ params }: PageParams) {
  const id = params.id ?? ''
  const found = useRecord(surveys, id)
  const questions = useQuery({ ...questionsOf(id), staleTime: 0, refetchOnWindowFocus: false })
  if (found.seen && questions.data) return <Loaded key={id} survey={found.seen} found={found} now={questions.data} />
  const error = found.error ?? questions.error
  return error ? <Failed error={error} retry={() => void questions.refetch()} /> : <SkeletonPage />
}

function Loaded({ survey, found, now }: { survey: AnyRow; found: Found<AnyRow>; now: KeptQuestions }) {
  const draftKey = `surveys/${survey.id}/questions`
  const [kept] = useState(() => readDraft(draftKey))
  /** What is changed here: as it was when that began. */
  const [{ version, items: begun }, setBegun] = useState(() => begunAt(now, kept))
  const [items, setItems] = useState(() => draftItems(kept?.values) ?? begun)
  const [openKey, setOpen] = useState<string | null>(begun.length === 1 ? (begun[0]?.key ?? null) : null)
  useBegun(begun)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [sent, setSent] = useState<readonly Item[]>()
  const isSaving = sent !== undefined
  const [language, setLanguage] = useState<Language>(currentLanguage())
  const isUnsaved = !isSame(items, begun)
  const isGone = survey !== found.row || survey.deleted_at !== null
  const maySave = isUnsaved && !isSaving && !isGone
  useEffect(() => {
    if (isUnsaved) keepDraft(draftKey, version, {}, { start: { items: begun }, values: { items } }, ['items'])
    else dropDraft(draftKey)
  }, [draftKey, isUnsaved, version, begun, items])
  const show = (newest: KeptQuestions) => {
    setBegun(begunAt(newest))
    setItems(itemsOf(newest.questions, items))
    setErrors({})
  }
  const isNewer = now.version > version && !isSaving
  const isOther = isNewer && isUnsaved && !isSame(itemsOf(now.questions), begun)
  useEffect(() => {
    if (!isNewer || isOther) return
    if (isUnsaved) setBegun(begunAt(now))
    else show(now)
  })
  useLeaveGuard(isUnsaved && items !== sent, () => mayLeave(draftKey), true)
  const change = (next: readonly Item[]) => setItems(settled(next))
  const set = (item: Item) => change(items.map((one) => (one.key === item.key ? item : one)))
  const add = () => {
    const made = newItem()
    change([...items, made])
    setOpen(made.key)
    focusOn(textIdOf(made))
  }
  const remove = (item: Item) => {
    const at = items.indexOf(item)
    const beside = items[at + 1] ?? items[at - 1]
    change(items.toSpliced(at, 1))
    focusOn(beside ? lineIdOf(beside) : ADD_ID)
  }
  const save = async () => {
    if (!maySave) return
    setSent(items)
    try {
      const saved = await put<KeptQuestions>(`survey/${survey.id}/questions`, {
        version,
        questions: asSent(items),
      })
      // Here, as no effect does once the page is left.
      dropDraft(draftKey)
      client.setQueryData(keys.part(surveys.wire, String(survey.id), 'questions'), saved)
      setBegun(begunAt(saved))
      setItems((now) => asSaved(now, items, saved.questions))
      setErrors({})
      changed(surveys.name, survey.id)
      snackbar(t('The questions are saved'))
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error
      setErrors(error.fields)
      const [first] = Object.keys(error.fields).flatMap((name) => items[Number(name.split('.')[1])] ?? [])
      if (first) setOpen(first.key)
      snackbar(error.description)
    }
    setSent(undefined)
  }
  if (!isUnsaved && !isSaving) {
    if (found.error) return <Failed error={found.error} retry={found.retry} />
    if (isGone) return <DeletedNotice definition={surveys} row={survey} />
  }
  const missing = missingOf(survey, items)
  return (
    <Page
      title={t('Questions')}
      crumbs={[
        { label: t('Surveys'), to: '/surveys' },
        { label: String(survey.title), to: `/surveys/view/${survey.id}` },
      ]}
      actions={
        <>
          <SegmentedControl
            aria-label={t('Language')}
            value={language}
            onChange={(value) => setLanguage(LANGUAGES.find((one) => one === value) ?? 'vi')}
            data={LANGUAGE_CHOICES}
          />
          <Button
            leftSection={<IconDeviceFloppy size={18} aria-hidden="true" />}
            loading={isSaving}
            disabled={!maySave}
            onClick={() => void save()}
          >
            {t('Save')}
          </Button>
        </>
      }
    >
      <div className={css.editor}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of what is typed inside */}
        <div
          className={css.list}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
          }}
        >
          {isGone ? (
            <GoneNotice definition={surveys} row={survey} />
          ) : isOther ? (
            <ChangedNotice who={survey.updated_by?.name ?? t('Someone')}>
              <Button size="xs" variant="default" onClick={() => show(now)}>
                {t('Reload and drop my changes')}
              </Button>
              <Button size="xs" onClick={() => setBegun(begunAt(now))}>
                {t('Keep mine')}
              </Button>
            </ChangedNotice>
          ) : null}
          {missing.map(({ language: one, what }) => (
            <p key={one} className={css.missing} role="status">
              {t('Not said in {{language}}: {{what}}. Vietnamese stands in for it.', {
                language: languageWord(one),
                what: what.join(', '),
              })}
            </p>
          ))}
          <Sortable
            items={items}
            keyOf={({ key }) => key}
            nameOf={({ text }) => inWords(text, language) || t('New question')}
            onChange={change}
          >
            {(item) => (
              <ItemCard
                {...{ item, items, language, errors, set }}
                isOpen={openKey === item.key}
                onNext={items.length < MOST_QUESTIONS ? add : undefined}
                onOpen={() => setOpen(openKey === item.key ? null : item.key)}
                onRemove={() => remove(item)}
              />
            )}
          </Sortable>
          <Button
            id={ADD_ID}
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            disabled={items.length >= MOST_QUESTIONS}
            onClick={add}
          >
            {t('Add a question')}
          </Button>
        </div>
        <Preview survey={survey} items={items} language={language} />
      </div>
    </Page>
  )
}

const ADD_ID = 'add-question'
const focusOn = (id: string): void => void requestAnimationFrame(() => document.getElementById(id)?.focus())

/** The question that a new survey comes with stands ready to be written over. */
function useBegun(begun: readonly Item[]): void {
  const first = useRef(begun)
  useEffect(() => {
    const [only, second] = first.current
    const isFree = document.activeElement === document.body || document.activeElement?.id === 'main'
    const text = only && !second && !only.answered && isFree ? document.getElementById(textIdOf(only)) : null
    if (text instanceof HTMLTextAreaElement) text.select()
  }, [])
}

/** The questions as a draft began at them: what somebody has saved since is told as in an editor that stayed open. */
const begunAt = (now: KeptQuestions, kept?: KeptDraft): { version: number; items: readonly Item[] } => ({
  version: kept?.version ?? now.version,
  items: draftItems(kept?.before) ?? itemsOf(now.questions),
})

const draftItems = (draft: Draft | undefined) => draft?.items as readonly Item[] | undefined // the editor kept them

async function mayLeave(draftKey: string): Promise<boolean> {
  const { status } = await confirm({
    title: t('Leave without saving?'),
    description: t('What you changed in the questions is lost.'),
    submit: t('Leave'),
    danger: true,
  })
  if (status === 1) dropDraft(draftKey)
  return status === 1
}
