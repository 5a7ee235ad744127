import { Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type CompileNote, compile } from '@parley/amf'
import { useMemo } from 'react'
import { strings } from '#i18n/aml.ts'
import { CodeEditor } from '../code/CodeEditor.tsx'
import type { AmlEditorProps } from './AmlEditor.tsx'
import { type AgentContentData, buildAgentContent, createExampleValues, useAgentContentData } from './agent-content.ts'
import { createAmlExtensions } from './codemirror.ts'

const none: readonly string[] = []

export function AmlCode({ slots = none, description, error, ...props }: AmlEditorProps) {
  const parts = useAgentContentData()
  const extensions = useMemo(
    () => createAmlExtensions({ parts, slots, notesOf: (text) => notesOf(text, parts) }),
    [parts, slots],
  )
  const help = slots.length > 0 ? strings.help : strings.helpWithoutSlots
  return (
    <Stack gap={4}>
      <CodeEditor
        {...props}
        description={description ?? (props.readOnly ? undefined : help)}
        error={error}
        extensions={extensions}
      />
      <AmlNotes text={props.value} parts={parts} />
    </Stack>
  )
}

const mostNotes = 4

/** The same notes as the marks in the text, for users who do not hover. */
function AmlNotes({ text, parts }: { text: string; parts: AgentContentData }) {
  const [settled] = useDebouncedValue(text, 400)
  const notes = useMemo(() => notesOf(settled, parts), [settled, parts])
  if (notes.length === 0) return null
  return (
    <Stack gap={0} role="status" aria-label={strings.notes.label}>
      {notes.slice(0, mostNotes).map(({ line, column, message }) => (
        <Text key={`${line}:${column} ${message}`} size="sm">
          {strings.notes.at(line, message)}
        </Text>
      ))}
      {notes.length > mostNotes && (
        <Text size="sm" className="quiet">
          {strings.notes.more(notes.length - mostNotes)}
        </Text>
      )}
    </Stack>
  )
}

export type PositionedNote = CompileNote & { severity: 'error' | 'warning' }

/** Compiler notes for a text. An empty text is not reported here: required fields check that themselves. */
function notesOf(text: string, parts: AgentContentData): PositionedNote[] {
  if (!text.includes('[[')) return []
  const { problems, warnings } = compile(text, { content: buildAgentContent(parts, createExampleValues(parts)) })
  return [
    ...problems.filter(({ code }) => code !== 'aml.empty').map((note) => ({ ...note, severity: 'error' as const })),
    ...warnings.map((note) => ({ ...note, severity: 'warning' as const })),
  ]
}
