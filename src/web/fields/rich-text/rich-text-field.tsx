import { Framed, type InputProps } from '../inputs/frame.tsx'
import RichTextEditor from './rich-text-editor.tsx'

export default function RichTextField(props: InputProps) {
  return (
    <Framed of={props} as="div">
      {(aria) => (
        <RichTextEditor
          {...aria}
          value={typeof props.value === 'string' ? props.value : ''}
          onChange={props.onChange}
          disabled={props.disabled === true}
          autoFocus={props.autoFocus === true}
        />
      )}
    </Framed>
  )
}
