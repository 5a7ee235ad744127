import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, foldGutter, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { Input } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'

/** The editor in the page's colors, for both color schemes. */
const baseTheme = EditorView.theme({
  '&': {
    fontSize: 'var(--mantine-font-size-md)',
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: 'var(--mantine-radius-md)',
    background: 'var(--mantine-color-body)',
    color: 'var(--mantine-color-text)',
    overflow: 'hidden',
  },
  '&.cm-focused': { outline: '2px solid var(--mantine-primary-color-filled)' },
  '.cm-content': { fontFamily: 'var(--mantine-font-family-monospace)', caretColor: 'var(--mantine-color-text)' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '.cm-gutters': { background: 'transparent', color: 'var(--quiet)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { background: 'var(--active-line)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--selection) !important',
  },
  '.cm-tooltip': { background: 'var(--mantine-color-body)', border: '1px solid var(--mantine-color-default-border)' },
})

const highlightStyle = HighlightStyle.define([
  { tag: [tags.keyword, tags.definition(tags.propertyName), tags.propertyName], color: 'var(--syntax-name)' },
  { tag: [tags.string, tags.inserted], color: 'var(--syntax-slot)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--syntax-id)' },
  { tag: tags.heading, fontWeight: 'bold' },
  { tag: tags.strong, fontWeight: 'bold' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.link, tags.url], color: 'var(--syntax-name)', textDecoration: 'underline' },
  { tag: [tags.comment, tags.meta], color: 'var(--quiet)' },
])

export const editorTheme = [baseTheme, syntaxHighlighting(highlightStyle), EditorView.lineWrapping]

type Props = {
  label: string
  /** Path of the field in its form, so that a validation error can focus it. */
  path?: string | undefined
  description?: ReactNode
  error?: ReactNode
  value: string
  onChange?: (value: string) => void
  /** A language, completions, a linter. Must be stable between renders. */
  extensions?: Extension
  readOnly?: boolean
  minHeight?: string
  maxHeight?: string
  numbers?: boolean
}

/** A code editor field. Load it lazily. Tab indents; press Escape first to move the focus with Tab. */
export function CodeEditor({ label, path, description, error, value, onChange, ...props }: Props) {
  const container = useRef<HTMLDivElement>(null)
  const view = useEditorView(container, { label, value, onChange, ...props })
  useEffect(() => {
    const currentText = view.current?.state.doc.toString()
    if (currentText !== undefined && currentText !== value) {
      view.current?.dispatch({ changes: { from: 0, to: currentText.length, insert: value } })
    }
  }, [value, view])
  return (
    <Input.Wrapper label={label} description={description} error={error} labelElement="div">
      <div ref={container} data-path={path} style={{ marginTop: 'calc(var(--mantine-spacing-xs) / 2)' }} />
    </Input.Wrapper>
  )
}

function useEditorView(container: React.RefObject<HTMLDivElement | null>, props: Omit<Props, 'description' | 'error'>) {
  const view = useRef<EditorView>(null)
  const onChangeRef = useRef(props.onChange)
  onChangeRef.current = props.onChange
  const changing = useRef(new Compartment())
  const { label, extensions, readOnly = false } = props
  // biome-ignore lint/correctness/useExhaustiveDependencies: created once; the effects below apply later changes
  useEffect(() => {
    if (!container.current) return
    view.current = new EditorView({
      parent: container.current,
      doc: props.value,
      extensions: [...always(props, onChangeRef), changing.current.of(changeable(props))],
    })
    return () => view.current?.destroy()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the props that can change
  useEffect(() => {
    view.current?.dispatch({ effects: changing.current.reconfigure(changeable(props)) })
  }, [extensions, readOnly, label])
  return view
}

function changeable({ label, extensions = [], readOnly = false }: Omit<Props, 'description' | 'error'>): Extension {
  return [
    extensions,
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-multiline': 'true',
      tabindex: '0',
      ...(readOnly && { 'aria-readonly': 'true' }),
    }),
  ]
}

function always(
  { minHeight = '8rem', maxHeight = '60vh', numbers = false }: Pick<Props, 'minHeight' | 'maxHeight' | 'numbers'>,
  onChangeRef: React.RefObject<Props['onChange']>,
): Extension[] {
  return [
    history(),
    bracketMatching(),
    indentOnInput(),
    highlightActiveLine(),
    numbers ? [lineNumbers(), foldGutter()] : [],
    keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
    editorTheme,
    EditorView.theme({ '.cm-scroller': { minHeight, maxHeight, overflow: 'auto' } }),
    EditorView.updateListener.of((update) => update.docChanged && onChangeRef.current?.(update.state.doc.toString())),
  ]
}
