import { Badge, Group, Progress, Stack, Text } from '@mantine/core'
import { language } from '#i18n/language.ts'
import { strings } from '#i18n/turn.ts'
import { type DataColumn, DataTable } from '../DataTable.tsx'
import { JsonBlock } from '../JsonBlock.tsx'
import { StatusBadge } from '../StatusBadge.tsx'
import type { TurnExplanation } from './turn-explanation.ts'

type Inspection = NonNullable<TurnExplanation['inspection']>
type ToolCall = Inspection['toolCalls'][number]
type ModelCall = Inspection['modelCalls'][number]

export function ToolCallDetails({ calls }: { calls: readonly ToolCall[] }) {
  return (
    <Stack gap="md">
      {calls.map((call, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a tool may be called twice the same, and none ever moves
        <Tool key={index} call={call} />
      ))}
    </Stack>
  )
}

function Tool({ call: { name, given, ok, called, result, milliseconds } }: { call: ToolCall }) {
  const became = called ? (ok ? 'done' : 'failed') : 'refused'
  const color = { done: 'completed', failed: 'failed', refused: 'denied' }[became]
  return (
    <Stack gap={4}>
      <Group justify="space-between">
        <Text size="sm" ff="monospace" fw={600}>
          {name}
        </Text>
        <Group gap={6}>
          <StatusBadge status={color} label={strings.tool[became]} />
          <Text size="xs" className="quiet">
            {strings.milliseconds(milliseconds)}
          </Text>
        </Group>
      </Group>
      <Text size="xs" fw={600}>
        {strings.arguments}
      </Text>
      <JsonBlock value={given} label={`${name}: ${strings.arguments}`} height={200} />
      <Text size="xs" fw={600}>
        {strings.result}
      </Text>
      <JsonBlock value={result} label={`${name}: ${strings.result}`} height={200} />
    </Stack>
  )
}

export function KnowledgeDetails({ found }: { found: Inspection['knowledge'] }) {
  return (
    <Stack gap="xs">
      {found.map(({ kind, id, title, score }) => (
        <Stack key={`${kind} ${id}`} gap={2}>
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <Text size="sm">{title || id}</Text>
            <Group gap={6} wrap="nowrap">
              <Badge variant="default" tt="none" fw={500}>
                {kind}
              </Badge>
              <Text size="xs" ff="monospace">
                {score.toFixed(2)}
              </Text>
            </Group>
          </Group>
          <Progress value={Math.max(0, Math.min(1, score)) * 100} size="xs" aria-label={strings.score(title || id)} />
        </Stack>
      ))}
    </Stack>
  )
}

const modelColumns: DataColumn<ModelCall>[] = [
  { id: 'purpose', label: strings.model.purpose, cell: ({ purpose }) => purpose },
  { id: 'model', label: strings.model.model, cell: (call) => <ModelName call={call} /> },
  {
    id: 'input',
    label: strings.model.input,
    align: 'right',
    cell: ({ inputTokens }) => inputTokens.toLocaleString(language),
  },
  {
    id: 'output',
    label: strings.model.output,
    align: 'right',
    cell: ({ outputTokens }) => outputTokens.toLocaleString(language),
  },
  {
    id: 'time',
    label: strings.model.time,
    align: 'right',
    cell: ({ milliseconds }) => strings.milliseconds(milliseconds),
  },
]

export function ModelCallDetails({ calls }: { calls: readonly ModelCall[] }) {
  // A model may be called twice in the same way, and no call moves.
  const rowId = (call: ModelCall) => String(calls.indexOf(call))
  return <DataTable label={strings.models} columns={modelColumns} rows={calls} rowId={rowId} size="xs" />
}

function ModelName({ call }: { call: ModelCall }) {
  const { provider, model, cacheReadTokens, tries, error } = call
  const more = [
    ...(cacheReadTokens > 0 ? [strings.model.cached(cacheReadTokens)] : []),
    ...(tries > 1 ? [strings.model.tries(tries)] : []),
    ...(error ? [error] : []),
  ]
  return (
    <>
      {provider === model ? model : `${provider} ${model}`}
      {more.length > 0 && (
        <Text size="xs" className="quiet">
          {more.join(' · ')}
        </Text>
      )}
    </>
  )
}
