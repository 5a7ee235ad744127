import { Accordion, Badge, Group, List, Stack, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { strings } from '#i18n/turn.ts'
import { useNames } from '../../api/lookups.ts'
import { JsonBlock } from '../JsonBlock.tsx'
import { localizeTimestamps } from '../times.ts'
import { KnowledgeDetails, ModelCallDetails, ToolCallDetails } from './CallDetails.tsx'
import type { TurnExplanation } from './turn-explanation.ts'

type DetailSection = { name: string; count: string; body: ReactNode }

/** Sections of a turn, in the order a reader needs them; empty sections are left out. */
export function TurnDetails({ turn }: { turn: TurnExplanation }) {
  const parts = detailSections(turn)
  const open = parts.flatMap(({ name }, index) => (opened.includes(name) ? [sectionKey(index)] : []))
  return (
    <Accordion multiple defaultValue={open} variant="contained" order={4}>
      {parts.map(({ name, count, body }, index) => (
        <Accordion.Item key={name} value={sectionKey(index)}>
          <Accordion.Control>
            <Group justify="space-between" wrap="nowrap" pr="xs">
              <Text size="sm" fw={600}>
                {name}
              </Text>
              <Badge variant="default" tt="none" fw={500}>
                {count}
              </Badge>
            </Group>
          </Accordion.Control>
          <Accordion.Panel>{body}</Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  )
}

const opened: readonly string[] = [strings.warnings, strings.flow]
/** Used in element ids, which must not contain spaces. */
const sectionKey = (index: number): string => `part-${index}`

function detailSections(turn: TurnExplanation): DetailSection[] {
  const { inspection, effects, messages, warnings } = turn
  const listed = (name: string, entries: readonly unknown[], body: ReactNode, count = String(entries.length)) =>
    entries.length > 0 ? [{ name, count, body }] : []
  const explained = inspection
    ? [
        ...listed(
          strings.warnings,
          [...inspection.ruleHits, ...warnings],
          <Warnings warnings={warnings} hits={inspection.ruleHits} />,
        ),
        ...(inspection.flow
          ? [
              {
                name: strings.flow,
                count: strings.flowAt(inspection.flow.step),
                body: <FlowDetails flow={inspection.flow} />,
              },
            ]
          : []),
        ...listed(strings.tools, inspection.toolCalls, <ToolCallDetails calls={inspection.toolCalls} />),
        ...listed(strings.knowledge, inspection.knowledge, <KnowledgeDetails found={inspection.knowledge} />),
        ...listed(strings.models, inspection.modelCalls, <ModelCallDetails calls={inspection.modelCalls} />),
        ...listed(
          strings.prompt,
          inspection.sections,
          <Prompt sections={inspection.sections} />,
          strings.sectionCount(inspection.sections.length),
        ),
      ]
    : []
  const withText = messages.filter(({ message }) => message !== undefined)
  return [
    ...explained,
    ...listed(strings.effects, effects, <Effects effects={effects} />),
    ...listed(strings.amf, withText, <Amf messages={withText} />),
  ]
}

type Inspection = NonNullable<TurnExplanation['inspection']>

function Warnings({ warnings, hits }: { warnings: readonly string[]; hits: Inspection['ruleHits'] }) {
  return (
    <List size="sm" spacing={4}>
      {hits.map(({ ruleId, action, text }) => (
        <List.Item key={`${ruleId} ${text}`}>
          {strings.rule(ruleId, action)}
          <Text size="xs" className="quiet">
            {text}
          </Text>
        </List.Item>
      ))}
      {warnings.map((warning) => (
        <List.Item key={warning}>{warning}</List.Item>
      ))}
    </List>
  )
}

function Prompt({ sections }: { sections: Inspection['sections'] }) {
  return (
    <Accordion multiple order={5} variant="default">
      {sections.map(({ name, text }, index) => (
        <Accordion.Item key={name} value={sectionKey(index)}>
          <Accordion.Control>
            <Group justify="space-between" wrap="nowrap" pr="xs">
              <Text size="sm" ff="monospace">
                {name}
              </Text>
              <Text size="xs" className="quiet">
                {strings.characters(text.length)}
              </Text>
            </Group>
          </Accordion.Control>
          <Accordion.Panel>
            <JsonBlock value={text} label={name} />
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  )
}

function Effects({ effects }: { effects: TurnExplanation['effects'] }) {
  return (
    <Stack gap="xs">
      {effects.map(({ kind, summary, given, payload = given }) => (
        <Stack key={`${kind} ${summary}`} gap={2}>
          <Text size="sm">{summary}</Text>
          <Text size="xs" ff="monospace" className="quiet">
            {kind}
          </Text>
          {payload !== undefined && <JsonBlock value={payload} label={kind} height={160} />}
        </Stack>
      ))}
    </Stack>
  )
}

function Amf({ messages }: { messages: TurnExplanation['messages'] }) {
  return (
    <Stack gap="xs">
      {messages.map(({ messageId, message, text }) => (
        <JsonBlock key={messageId} value={message} label={text || strings.message} />
      ))}
    </Stack>
  )
}

type Flow = NonNullable<NonNullable<TurnExplanation['inspection']>['flow']>

/** The current step of a flow, the slots it collected, and the steps of this turn. */
function FlowDetails({ flow: { playbookId, step, slots, trace } }: { flow: Flow }) {
  const playbook = useNames('playbooks')
  const filled = Object.entries(slots)
  return (
    <Stack gap="xs">
      <Text size="sm" className="quiet">
        {strings.flowOf(playbook(playbookId))}
      </Text>
      {filled.length > 0 && (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{strings.slot}</Table.Th>
              <Table.Th>{strings.value}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {filled.map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Td ff="monospace">{name}</Table.Td>
                <Table.Td>{localizeTimestamps(typeof value === 'string' ? value : JSON.stringify(value))}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {filled.length === 0 && step !== undefined && <Text size="sm">{strings.noSlots}</Text>}
      {trace.length > 0 && (
        <List type="ordered" size="sm" aria-label={strings.trace}>
          {trace.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step may occur twice, and the order never changes
            <List.Item key={index}>{line}</List.Item>
          ))}
        </List>
      )}
    </Stack>
  )
}
