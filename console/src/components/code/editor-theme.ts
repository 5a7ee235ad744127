import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The editor in the page's colors, for both color schemes. */
const baseTheme = EditorView.theme({
  '&': {
    fontSize: '0.875rem',
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
  '.cm-activeLine, .cm-activeLineGutter': { background: 'light-dark(#00000008, #ffffff08)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    background: 'light-dark(#b9dedb, #1f4f4d) !important',
  },
  '.cm-tooltip': { background: 'var(--mantine-color-body)', border: '1px solid var(--mantine-color-default-border)' },
})

const highlightStyle = HighlightStyle.define([
  { tag: [tags.keyword, tags.definition(tags.propertyName), tags.propertyName], color: 'light-dark(#0b5cad, #7db7f5)' },
  { tag: [tags.string, tags.inserted], color: 'light-dark(#0b6e3a, #86d9a5)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'light-dark(#8a3b00, #f0b27a)' },
  { tag: tags.heading, fontWeight: 'bold' },
  { tag: tags.strong, fontWeight: 'bold' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.link, tags.url], color: 'light-dark(#0b5cad, #7db7f5)', textDecoration: 'underline' },
  { tag: [tags.comment, tags.meta], color: 'var(--quiet)' },
])

export const editorTheme = [baseTheme, syntaxHighlighting(highlightStyle), EditorView.lineWrapping]
