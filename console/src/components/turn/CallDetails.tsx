import { Badge, Group, Progress, Stack, Table, Text } from '@mantine/core'
import { strings } from '#i18n/turn.ts'
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
        // biome-ignore lint/suspicious/noArrayIndexKey: identical tool calls may occur, and their order never changes
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

export function ModelCallDetails({ calls }: { calls: readonly ModelCall[] }) {
  return (
    <Table.ScrollContainer minWidth={0} tabIndex={0} role="region" aria-label={strings.models}>
      <Table fz="xs" aria-label={strings.models}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{strings.model.purpose}</Table.Th>
            <Table.Th>{strings.model.model}</Table.Th>
            <Table.Th ta="right">{strings.model.input}</Table.Th>
            <Table.Th ta="right">{strings.model.output}</Table.Th>
            <Table.Th ta="right">{strings.model.time}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {calls.map((call, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: identical model calls may occur, and their order never changes
            <ModelRow key={index} call={call} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function ModelRow({ call }: { call: ModelCall }) {
  const { purpose, provider, model, inputTokens, outputTokens, cacheReadTokens, milliseconds, tries, error } = call
  const more = [
    ...(cacheReadTokens > 0 ? [strings.model.cached(cacheReadTokens)] : []),
    ...(tries > 1 ? [strings.model.tries(tries)] : []),
    ...(error ? [error] : []),
  ]
  return (
    <Table.Tr>
      <Table.Td>{purpose}</Table.Td>
      <Table.Td>
        {provider === model ? model : `${provider} ${model}`}
        {more.length > 0 && (
          <Text size="xs" className="quiet">
            {more.join(' · ')}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right">{inputTokens.toLocaleString()}</Table.Td>
      <Table.Td ta="right">{outputTokens.toLocaleString()}</Table.Td>
      <Table.Td ta="right">{strings.milliseconds(milliseconds)}</Table.Td>
    </Table.Tr>
  )
}
