import { Button, TextInput } from '@mantine/core'
import { t } from '../../../shared/language.ts'
import { framed, type InputProps } from './frame.tsx'

/** What is kept sealed is never put into a form: it stays as it is, or is replaced. */
export default function SealedInput(props: InputProps) {
  return (
    <TextInput
      {...framed(props)}
      readOnly
      value={String(props.value)}
      rightSectionWidth="auto"
      rightSection={
        <Button variant="subtle" size="compact-xs" mr={6} onClick={() => props.onChange(null)}>
          {t('Replace')}
        </Button>
      }
    />
  )
}
