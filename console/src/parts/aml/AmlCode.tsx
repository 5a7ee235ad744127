import { Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { compile, type Note } from '@parley/amf'
import { useMemo } from 'react'
import { words } from '#words/aml.ts'
import { CodeEditor } from '../code/CodeEditor.tsx'
import type { AmlEditorGiven } from './AmlEditor.tsx'
import { type AgentParts, contentFrom } from './agent-content.ts'
import { amlExtensions } from './codemirror.ts'
import { exampleValues } from './example-person.ts'
import { useAgentParts } from './useAgentParts.ts'

const none: readonly string[] = []

export function AmlCode({ slots = none, description, error, ...given }: AmlEditorGiven) {
  const parts = useAgentParts()
  const extensions = useMemo(
    () => amlExtensions({ parts, slots, notesOf: (text) => notesOf(text, parts) }),
    [parts, slots],
  )
  const help = slots.length > 0 ? words.help : words.helpWithoutSlots
  return (
    <Stack gap={4}>
      <CodeEditor
        {...given}
        description={description ?? (given.readOnly ? undefined : help)}
        error={error}
        extensions={extensions}
      />
      <AmlNotes text={given.value} parts={parts} />
    </Stack>
  )
}

const mostNotes = 4

/** The same notes as the marks in the text, for whoever does not hover. */
function AmlNotes({ text, parts }: { text: string; parts: AgentParts }) {
  const [settled] = useDebouncedValue(text, 400)
  const notes = useMemo(() => notesOf(settled, parts), [settled, parts])
  if (notes.length === 0) return null
  return (
    <Stack gap={0} role="status" aria-label={words.notes.label}>
      {notes.slice(0, mostNotes).map(({ line, column, message }) => (
        <Text key={`${line}:${column} ${message}`} size="sm">
          {words.notes.at(line, message)}
        </Text>
      ))}
      {notes.length > mostNotes && (
        <Text size="sm" className="quiet">
          {words.notes.more(notes.length - mostNotes)}
        </Text>
      )}
    </Stack>
  )
}

export type MarkedNote = Note & { severity: 'error' | 'warning' }

/** What the compiler says of a text. An empty one is the business of whoever needs words there. */
function notesOf(text: string, parts: AgentParts): MarkedNote[] {
  if (!text.includes('[[')) return []
  const { problems, warnings } = compile(text, { content: contentFrom(parts, exampleValues(parts)) })
  return [
    ...problems.filter(({ code }) => code !== 'aml.empty').map((note) => ({ ...note, severity: 'error' as const })),
    ...warnings.map((note) => ({ ...note, severity: 'warning' as const })),
  ]
}
