import { yaml } from '@codemirror/lang-yaml'
import { MergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { Group, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { editorTheme } from './CodeEditor.tsx'

export type Side = { label: string; text: string }

/** A side-by-side diff of two texts. Load it lazily: the editor is larger than the page. */
export function DiffView({ before, after }: { before: Side; after: Side }) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!container.current) return
    const side = ({ label, text }: Side) => ({
      doc: text,
      extensions: [
        editorTheme,
        yaml(),
        EditorState.readOnly.of(true),
        EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true', tabindex: '0' }),
      ],
    })
    const collapseUnchanged = { margin: 3, minSize: 6 }
    const view = new MergeView({ a: side(before), b: side(after), parent: container.current, collapseUnchanged })
    return () => view.destroy()
  }, [before, after])
  return (
    <div>
      <Group grow mb={4}>
        <Text size="sm" fw={600}>
          {before.label}
        </Text>
        <Text size="sm" fw={600}>
          {after.label}
        </Text>
      </Group>
      <div ref={container} style={{ maxHeight: '60vh', overflow: 'auto' }} />
    </div>
  )
}
