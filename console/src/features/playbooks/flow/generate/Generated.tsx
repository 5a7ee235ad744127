import { Alert, Code, List, ScrollArea, Stack, Text, Title } from '@mantine/core'
import { strings } from '#i18n/playbooks.ts'
import { printFlow } from '../model/flow-text.ts'
import { FlowDryRunReport } from '../simulator/FlowDryRunReport.tsx'
import {
  dryRunOf,
  findingMessagesOf,
  type GeneratedFlow,
  generatedFlowOf,
  generationNotesOf,
} from './generation-result.ts'

const { generate: generatedFlowReviewTexts } = strings

/** What came of it: notes, findings, how it plays, and the flow itself. */
export function GeneratedFlowReview({ result }: { result: GeneratedFlow }) {
  const flow = generatedFlowOf(result)
  const dry = dryRunOf(result)
  const { schema, lint, model, attempts } = result
  const wrong = findingMessagesOf([...schema.errors, ...lint.errors, ...lint.warnings])
  return (
    <Stack gap="sm" role="status">
      <Text size="sm" className="quiet">
        {generatedFlowReviewTexts.by(model, attempts)}
      </Text>
      {!result.ok && (
        <Alert color="orange" title={generatedFlowReviewTexts.failed}>
          {result.error}
        </Alert>
      )}
      <NoteLines title={generatedFlowReviewTexts.notes} lines={generationNotesOf(result)} />
      {wrong.length > 0 && (
        <NoteLines
          title={generatedFlowReviewTexts.lint(schema.errors.length + lint.errors.length, lint.warnings.length)}
          lines={wrong}
        />
      )}
      {dry && (
        <div>
          <Title order={3} size="h6">
            {generatedFlowReviewTexts.dryRun}
          </Title>
          <FlowDryRunReport run={dry} />
        </div>
      )}
      {flow && (
        <div>
          <Title order={3} size="h6">
            {generatedFlowReviewTexts.flow}
          </Title>
          <ScrollArea.Autosize
            mah={260}
            viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': generatedFlowReviewTexts.flow }}
          >
            <Code block>{printFlow(flow)}</Code>
          </ScrollArea.Autosize>
        </div>
      )}
    </Stack>
  )
}

function NoteLines({ title, lines }: { title: string; lines: readonly string[] }) {
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
