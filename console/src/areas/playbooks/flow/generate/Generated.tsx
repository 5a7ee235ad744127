import { Alert, Code, List, ScrollArea, Stack, Text, Title } from '@mantine/core'
import { words } from '#words/playbooks.ts'
import { printFlow } from '../model/text.ts'
import { DryRunReport } from '../sim/DryRunReport.tsx'
import { dryRunIn, flowIn, type Generation, messagesIn, notesIn } from './result.ts'

const { generate: said } = words

/** What came of it: notes, findings, how it plays, and the flow itself. */
export function Generated({ result }: { result: Generation }) {
  const flow = flowIn(result)
  const dry = dryRunIn(result)
  const { schema, lint, model, attempts } = result
  const wrong = messagesIn([...schema.errors, ...lint.errors, ...lint.warnings])
  return (
    <Stack gap="sm" role="status">
      <Text size="sm" className="quiet">
        {said.by(model, attempts)}
      </Text>
      {!result.ok && (
        <Alert color="orange" title={said.failed}>
          {result.error}
        </Alert>
      )}
      <Lines title={said.notes} lines={notesIn(result)} />
      {wrong.length > 0 && (
        <Lines title={said.lint(schema.errors.length + lint.errors.length, lint.warnings.length)} lines={wrong} />
      )}
      {dry && (
        <div>
          <Title order={3} size="h6">
            {said.dryRun}
          </Title>
          <DryRunReport run={dry} />
        </div>
      )}
      {flow && (
        <div>
          <Title order={3} size="h6">
            {said.flow}
          </Title>
          <ScrollArea.Autosize mah={260} viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': said.flow }}>
            <Code block>{printFlow(flow)}</Code>
          </ScrollArea.Autosize>
        </div>
      )}
    </Stack>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <div>
      <Title order={3} size="h6">
        {title}
      </Title>
      <List size="sm">
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </div>
  )
}
