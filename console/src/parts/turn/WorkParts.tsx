import { Badge, Group, Progress, Stack, Table, Text } from '@mantine/core'
import { words } from '#words/turn.ts'
import { JsonBlock } from '../JsonBlock.tsx'
import { StatusBadge } from '../StatusBadge.tsx'
import type { Explained } from './explained.ts'

type Inspection = NonNullable<Explained['inspection']>
type ToolCall = Inspection['toolCalls'][number]
type ModelCall = Inspection['modelCalls'][number]

export function ToolsPart({ calls }: { calls: readonly ToolCall[] }) {
  return (
    <Stack gap="md">
      {calls.map((call, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a tool may be called twice the same, and none ever moves
        <Tool key={place} call={call} />
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
          <StatusBadge status={color} label={words.tool[became]} />
          <Text size="xs" className="quiet">
            {words.milliseconds(milliseconds)}
          </Text>
        </Group>
      </Group>
      <Text size="xs" fw={600}>
        {words.given}
      </Text>
      <JsonBlock value={given} label={`${name}: ${words.given}`} height={200} />
      <Text size="xs" fw={600}>
        {words.result}
      </Text>
      <JsonBlock value={result} label={`${name}: ${words.result}`} height={200} />
    </Stack>
  )
}

export function KnowledgePart({ found }: { found: Inspection['knowledge'] }) {
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
          <Progress value={Math.max(0, Math.min(1, score)) * 100} size="xs" aria-label={words.score(title || id)} />
        </Stack>
      ))}
    </Stack>
  )
}

export function ModelPart({ calls }: { calls: readonly ModelCall[] }) {
  return (
    <Table.ScrollContainer minWidth={0} tabIndex={0} role="region" aria-label={words.models}>
      <Table fz="xs" aria-label={words.models}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.model.purpose}</Table.Th>
            <Table.Th>{words.model.model}</Table.Th>
            <Table.Th ta="right">{words.model.input}</Table.Th>
            <Table.Th ta="right">{words.model.output}</Table.Th>
            <Table.Th ta="right">{words.model.time}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {calls.map((call, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a model may be called twice the same, and none ever moves
            <ModelRow key={place} call={call} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function ModelRow({ call }: { call: ModelCall }) {
  const { purpose, provider, model, inputTokens, outputTokens, cacheReadTokens, milliseconds, tries, error } = call
  const more = [
    ...(cacheReadTokens > 0 ? [words.model.cached(cacheReadTokens)] : []),
    ...(tries > 1 ? [words.model.tries(tries)] : []),
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
      <Table.Td ta="right">{words.milliseconds(milliseconds)}</Table.Td>
    </Table.Tr>
  )
}
