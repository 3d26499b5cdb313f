import { Button } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { failureWords } from '../api.ts'
import { IMAGE_ENDINGS, objection, send } from '../fields/files/uploads.ts'
import type { AnyRow } from '../screens/module.ts'
import { update } from '../screens/record-acts.ts'
import { FilePicker } from '../ui/file-picker.tsx'
import css from './gifts-of-event.module.css'
import { giftCalled } from './picture-names.ts'

interface PicturesProps {
  gifts: Definition
  all: readonly AnyRow[]
}

/** Several pictures at once, each for the gift that its file is called after; what fits none is told by name. */
export function GiftPictures({ gifts, all }: PicturesProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [said, setSaid] = useState<{ set: number; left: readonly string[] }>()
  const add = async (files: readonly File[]) => {
    setBusy(true)
    const left: string[] = []
    let set = 0
    for (const file of files) {
      const gift = giftCalled(file.name, all, ({ name }) => String(name))
      const why = gift ? await setPicture(gifts, gift, file) : t('no gift is called so')
      if (why) left.push(`${file.name} (${why})`)
      else set += 1
    }
    setSaid({ set, left })
    setBusy(false)
  }
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        ms="auto"
        loading={isBusy}
        leftSection={<IconPhotoPlus size={16} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {t('Add pictures')}
      </Button>
      <FilePicker
        ref={input}
        multiple
        accept={IMAGE_ENDINGS.join(',')}
        label={t('Pictures, called after their gifts')}
        onFiles={(files) => void add(files)}
      />
      {said ? (
        <p role="status" className={css.pictures}>
          {t('Pictures set: {{n}}.', { n: said.set })}
          {said.left.length > 0
            ? ` ${t('Left out: {{files}}. Name a file after its gift.', { files: said.left.join(', ') })}`
            : ''}
        </p>
      ) : null}
    </>
  )
}

/** Answers why not, if so. */
async function setPicture(gifts: Definition, gift: AnyRow, file: File): Promise<string | undefined> {
  const wrong = objection(file, 'images')
  if (wrong) return wrong
  try {
    const { id } = await send(file, () => undefined).stored
    await update(gifts, gift.id, { version: gift.version, image: [id] })
    return undefined
  } catch (error) {
    return failureWords(error)
  }
}
