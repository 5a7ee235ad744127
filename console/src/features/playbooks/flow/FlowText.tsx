import { yaml } from '@codemirror/lang-yaml'
import { type Diagnostic, linter } from '@codemirror/lint'
import type { Text as Doc } from '@codemirror/state'
import { Alert, List, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMemo } from 'react'
import { strings } from '#i18n/playbooks.ts'
import { CodeEditor } from '../../../components/code/CodeEditor.tsx'
import { parseFlowText, type TextProblem } from './model/flow-text.ts'
import type { FlowEditorState } from './useFlowEditor.ts'

const { flow: flowTextTexts } = strings
const most = 5

/** The flow as text. What cannot be read is told, and the graph waits for better. */
export function FlowText({ studio: { document, readOnly } }: { studio: FlowEditorState }) {
  const { text, problems, write } = document
  const extensions = useMemo(() => [yaml(), marks], [])
  return (
    <Stack gap="xs">
      <CodeEditor
        label={flowTextTexts.textLabel}
        description={flowTextTexts.textHint}
        value={text}
        onChange={write}
        readOnly={readOnly}
        extensions={extensions}
        numbers
        minHeight="22rem"
        maxHeight="calc(100vh - 24rem)"
      />
      {problems.length > 0 && (
        <Alert color="red" role="status" title={flowTextTexts.broken} icon={<IconAlertTriangle aria-hidden />}>
          <List size="sm">
            {problems.slice(0, most).map(({ line, column, message }) => (
              <List.Item key={`${line}:${column} ${message}`}>{flowTextTexts.brokenAt(line, message)}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Stack>
  )
}

const marks = linter(
  ({ state }) => {
    const read = parseFlowText(state.doc.toString())
    return read.ok ? [] : read.problems.map((problem) => diagnosticOf(problem, state.doc))
  },
  { delay: 300 },
)

function diagnosticOf({ line, column, message }: TextProblem, doc: Doc): Diagnostic {
  const within = doc.line(Math.min(line, doc.lines))
  const from = Math.min(within.from + column - 1, within.to)
  return { from, to: Math.max(from, within.to), severity: 'error', message }
}
