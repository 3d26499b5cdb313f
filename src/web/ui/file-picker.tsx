import type { ComponentProps, RefObject } from 'react'

/** The camera of a phone opens at once. */
export const CAMERA = { accept: 'image/*', capture: 'environment' } as const

interface FilePickerProps extends Pick<ComponentProps<'input'>, 'accept' | 'capture' | 'multiple'> {
  /** What a button of the screen clicks. */
  ref: RefObject<HTMLInputElement | null>
  label: string
  /** With one at least. */
  onFiles: (files: File[]) => void
}

/** Chooses files behind a button of the screen; the same file may be chosen again. */
export const FilePicker = ({ label, onFiles, ...input }: FilePickerProps) => (
  <input
    {...input}
    type="file"
    hidden
    aria-label={label}
    onChange={(event) => {
      const files = [...(event.currentTarget.files ?? [])]
      event.currentTarget.value = ''
      if (files.length > 0) onFiles(files)
    }}
  />
)
