import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBold,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconUnderline,
} from '@tabler/icons-react'
import { type Editor, EditorContent, type EditorEvents, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import DOMPurify from 'dompurify'
import { type ComponentType, useEffect, useRef } from 'react'
import type { Named } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { trustMarkup } from '../../trusted.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { SuggestionList, type Trigger, useSuggestions } from '../inputs/suggestions.tsx'
import { Mention } from './mention.ts'
import { soughtName, soughtReply } from './mention-words.ts'
import { Picture } from './picture.ts'
import css from './rich-text.module.css'
import type { RichTextProps, Snippet } from './rich-text-props.ts'

// The editor reads its content, and what is pasted, as markup.
trustMarkup((html) => DOMPurify.sanitize(html))

const EXTENSIONS = [
  StarterKit.configure({
    heading: false,
    codeBlock: false,
    code: false,
    horizontalRule: false,
    link: { openOnClick: false, defaultProtocol: 'https' },
  }),
  Mention,
]

/** Formatted text: bold, italic, underlined, lists, links, and mentions of people. */
export default function RichTextEditor(props: RichTextProps) {
  const { value, disabled, autoFocus, isCompact } = props
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const takes = (from: DataTransfer | null, at: number | null): boolean =>
    takesFiles(
      from,
      (files) => {
        const { pictures, onFiles } = latest.current
        const isInText = (file: File) => pictures !== undefined && file.type.startsWith('image/')
        void putPictures(files.filter(isInText), at)
        const others = files.filter((file) => !isInText(file))
        if (others.length > 0) onFiles?.(others)
      },
      latest.current,
    )
  const putPictures = async (files: File[], at: number | null) => {
    let place = at ?? editor.state.selection.from
    // What is written meanwhile moves the place.
    const follow = ({ transaction }: EditorEvents['transaction']) => {
      place = transaction.mapping.map(place, -1)
    }
    editor.on('transaction', follow)
    const ids = await Promise.all(files.map(async (file) => latest.current.pictures?.store(file)))
    editor.off('transaction', follow)
    if (editor.isDestroyed) return
    const pictures = files.flatMap(({ name }, n) =>
      ids[n] ? [{ type: 'picture', attrs: { file: ids[n], alt: name } }] : [],
    )
    if (pictures.length > 0) editor.commands.insertContentAt(place, pictures, { updateSelection: false })
  }
  const keyHandler = useRef<(event: KeyboardEvent) => boolean>(() => false)
  const editor = useEditor({
    extensions: props.pictures
      ? [...EXTENSIONS, Picture.configure({ addressOf: props.pictures.addressOf })]
      : EXTENSIONS,
    content: value,
    editable: !disabled,
    autofocus: autoFocus === true ? 'end' : (autoFocus ?? false),
    immediatelyRender: true,
    // Its own style tag would need the page's nonce; rich-text.module.css says what it says.
    injectCSS: false,
    editorProps: {
      attributes: attributes(props),
      handleKeyDown: (view, event) =>
        keyHandler.current(event) || leaves(event, view.dom) || submits(event, latest.current.onSubmit),
      handlePaste: (_view, event) => takes(event.clipboardData, null),
      handleDrop: (view, event) =>
        takes(event.dataTransfer, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? null),
    },
    onUpdate: ({ editor: now }) => latest.current.onChange(now.isEmpty ? '' : now.getHTML()),
  })
  const mentions = useSuggestions(editor, props.onMention && { ...MENTIONS, find: props.onMention })
  const replies = useSuggestions(editor, props.onSlash && { ...REPLIES, find: props.onSlash })
  useEffect(() => {
    keyHandler.current = (event) => mentions.onKey(event) || replies.onKey(event)
  })
  const said = JSON.stringify(attributes(props))
  useEffect(() => {
    editor.setOptions({
      editable: !disabled,
      editorProps: { ...editor.options.editorProps, attributes: JSON.parse(said) },
    })
  }, [editor, disabled, said])
  useEffect(() => {
    // The editor of a page that was just left may still be told of a value.
    if (editor.isDestroyed) return
    const held = editor.isEmpty ? '' : editor.getHTML()
    if (held !== value) editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])
  return (
    <div
      className={css.box}
      data-compact={isCompact || undefined}
      data-fills={props.fills || undefined}
      data-invalid={props['aria-invalid']}
      data-disabled={disabled || undefined}
    >
      <Toolbar editor={editor} />
      <div className={css.text}>
        <EditorContent editor={editor} />
        {value === '' && props.placeholder ? (
          <span className={css.placeholder} aria-hidden="true">
            {props.placeholder}
          </span>
        ) : null}
      </div>
      <SuggestionList of={mentions} label={t('Mention someone')} />
      <SuggestionList of={replies} label={t('Canned replies')} />
    </div>
  )
}

const MENTIONS: Omit<Trigger<Named>, 'find'> = {
  sought: soughtName,
  insert: (editor, range, person) => {
    const content = [
      { type: 'mention', attrs: { id: String(person.id), name: person.name } },
      { type: 'text', text: ' ' },
    ]
    editor.chain().focus().insertContentAt(range, content).run()
  },
}

const REPLIES: Omit<Trigger<Snippet>, 'find'> = {
  sought: soughtReply,
  insert: (editor, range, reply) => {
    editor.chain().focus().insertContentAt(range, reply.html).run()
    reply.onInsert?.()
  },
}

function attributes(props: RichTextProps): Record<string, string> {
  const wanted = {
    id: props.id,
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': props['aria-label'],
    'aria-labelledby': props['aria-labelledby'],
    'aria-describedby': props['aria-describedby'],
    'aria-invalid': props['aria-invalid'] ? 'true' : undefined,
    'aria-placeholder': props.placeholder,
    class: css.editor,
  }
  return Object.fromEntries(Object.entries(wanted).filter((pair): pair is [string, string] => pair[1] !== undefined))
}

/** The editor takes Escape for its own and does nothing with it: whoever writes leaves by it, so that the keys are the page's again. */
function leaves(event: KeyboardEvent, text: HTMLElement): boolean {
  if (event.key === 'Escape') text.blur()
  return false
}

function submits(event: KeyboardEvent, onSubmit: (() => void) | undefined): boolean {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !onSubmit) return false
  event.preventDefault()
  onSubmit()
  return true
}

function takesFiles(
  from: DataTransfer | null,
  take: (files: File[]) => void,
  { pictures, onFiles }: Pick<RichTextProps, 'pictures' | 'onFiles'>,
): boolean {
  const files = [...(from?.files ?? [])]
  if (files.length === 0 || !(pictures ?? onFiles)) return false
  take(files)
  return true
}

interface Tool {
  label: string
  Icon: ComponentType<{ size?: number }>
  run: (editor: Editor) => void
  is?: string
}

const TOOLS: Tool[] = [
  { label: 'Bold', Icon: IconBold, run: (e) => e.chain().focus().toggleBold().run(), is: 'bold' },
  { label: 'Italic', Icon: IconItalic, run: (e) => e.chain().focus().toggleItalic().run(), is: 'italic' },
  { label: 'Underline', Icon: IconUnderline, run: (e) => e.chain().focus().toggleUnderline().run(), is: 'underline' },
  { label: 'List', Icon: IconList, run: (e) => e.chain().focus().toggleBulletList().run(), is: 'bulletList' },
  {
    label: 'Numbered list',
    Icon: IconListNumbers,
    run: (e) => e.chain().focus().toggleOrderedList().run(),
    is: 'orderedList',
  },
  { label: 'Link', Icon: IconLink, run: (e) => void askLink(e), is: 'link' },
  { label: 'Undo', Icon: IconArrowBackUp, run: (e) => e.chain().focus().undo().run() },
  { label: 'Redo', Icon: IconArrowForwardUp, run: (e) => e.chain().focus().redo().run() },
]

function Toolbar({ editor }: { editor: Editor }) {
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) => TOOLS.map(({ is }) => (is ? now.isActive(is) : false)).join(),
  })
  const pressed = active.split(',')
  return (
    <div className={css.toolbar} role="toolbar" aria-label={t('Formatting')}>
      {TOOLS.map(({ label, Icon, run, is }, at) => (
        <button
          key={label}
          type="button"
          tabIndex={at === 0 ? 0 : -1}
          aria-label={t(label)}
          title={t(label)}
          aria-pressed={is ? pressed[at] === 'true' : undefined}
          disabled={!editor.isEditable}
          onMouseDown={(event) => event.preventDefault()}
          onKeyDown={(event) => walk(event.currentTarget, event.key)}
          onClick={() => run(editor)}
        >
          <Icon size={16} />
        </button>
      ))}
    </div>
  )
}

/** Arrow keys move along the toolbar, so that it is one stop of the tab key. */
function walk(from: HTMLElement, key: string): void {
  const next = key === 'ArrowRight' ? from.nextElementSibling : key === 'ArrowLeft' ? from.previousElementSibling : null
  if (next instanceof HTMLElement) next.focus()
}

async function askLink(editor: Editor): Promise<void> {
  if (editor.isActive('link')) {
    editor.chain().focus().unsetLink().run()
    return
  }
  const { status, text = '' } = await confirm({ title: t('Link'), inputLabel: t('Web address'), submit: t('Insert') })
  const href = /^(https?:|mailto:|tel:)/i.test(text.trim()) ? text.trim() : `https://${text.trim()}`
  if (status === 1 && text.trim()) editor.chain().focus().extendMarkRange('link').setLink({ href }).run()
}
