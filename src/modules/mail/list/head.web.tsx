import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconMenu2, IconPencil, IconSearch, IconX } from '@tabler/icons-react'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { t } from '../../../shared/language.ts'
import type { MailFolder } from '../../../shared/mail.ts'
import { PopOver } from '../../../web/ui/pop-over.tsx'
import { fading, useMoreAside } from '../../../web/ui/scroll-box.tsx'
import { Folders } from '../folders.web.tsx'
import css from '../mail.module.css'
import { FILTERS, type MailPlace } from '../place.web.ts'
import { writeNew } from '../writing/start.web.ts'

export function NewMail({ isSign = false }: { isSign?: boolean }) {
  if (isSign)
    return (
      <ActionIcon
        variant="filled"
        color="accent"
        className={css.newSign}
        aria-label={t('New mail')}
        onClick={() => writeNew()}
      >
        <IconPencil size={18} />
      </ActionIcon>
    )
  return (
    <Button leftSection={<IconPencil size={18} aria-hidden />} aria-keyshortcuts="c" onClick={() => writeNew()}>
      {t('New mail')}
    </Button>
  )
}

/** The folders behind a button, where they do not stand beside the list. */
export function FolderPicker({
  name,
  ...of
}: {
  folders: readonly MailFolder[]
  shown: string
  name: string
  waiting: number
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <PopOver
      label={t('Folders')}
      isOpen={isOpen}
      setOpen={setOpen}
      width={260}
      button={(props) => (
        <button type="button" className={css.picker} {...props}>
          <IconMenu2 size={18} aria-hidden />
          <span>{name}</span>
        </button>
      )}
    >
      <Folders {...of} afterClick={() => setOpen(false)} />
    </PopOver>
  )
}

export function Search({ place, field }: { place: MailPlace; field: RefObject<HTMLInputElement | null> }) {
  const { search } = place.asked
  const [typed, setTyped] = useState(search)
  useEffect(() => setTyped(search), [search])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    place.change({ search: typed.trim() })
    field.current?.blur()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is not known to every browser
    <form role="search" className={css.search} onSubmit={submit}>
      <TextInput
        ref={field}
        type="search"
        enterKeyHint="search"
        aria-label={t('Search mail')}
        aria-keyshortcuts="/"
        placeholder={t('Search mail')}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={
          search ? (
            <ActionIcon size={24} aria-label={t('Clear')} onClick={() => place.change({ search: '' })}>
              <IconX size={14} />
            </ActionIcon>
          ) : undefined
        }
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          setTyped(search)
          event.currentTarget.blur()
        }}
      />
    </form>
  )
}

export function Filters({ place }: { place: MailPlace }) {
  const box = useRef<HTMLDivElement>(null)
  useMoreAside(box)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons, not a frame
    <div ref={box} role="group" aria-label={t('Filter')} className={`${css.filters} ${fading}`}>
      {FILTERS.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={place.asked.filter === value}
          onClick={() => place.change({ filter: value })}
        >
          {t(label)}
        </button>
      ))}
    </div>
  )
}
