import { Accordion, Badge, Group, List, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { words } from '#words/turn.ts'
import { JsonBlock } from '../JsonBlock.tsx'
import type { Explained } from './explained.ts'
import { FlowPart } from './FlowPart.tsx'
import { KnowledgePart, ModelPart, ToolsPart } from './WorkParts.tsx'

type Part = { name: string; count: string; body: ReactNode }

/** The parts of a turn, in the order in which one asks for them; a part of which there is nothing is left out. */
export function TurnParts({ turn }: { turn: Explained }) {
  const parts = partsOf(turn)
  const open = parts.flatMap(({ name }, place) => (opened.includes(name) ? [placeOf(place)] : []))
  return (
    <Accordion multiple defaultValue={open} variant="contained" order={4}>
      {parts.map(({ name, count, body }, place) => (
        <Accordion.Item key={name} value={placeOf(place)}>
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

const opened: readonly string[] = [words.warnings, words.flow]
/** It becomes part of an id, in which there is no room for words. */
const placeOf = (place: number): string => `part-${place}`

function partsOf(turn: Explained): Part[] {
  const { inspection, effects, messages, warnings } = turn
  const listed = (name: string, entries: readonly unknown[], body: ReactNode, count = String(entries.length)) =>
    entries.length > 0 ? [{ name, count, body }] : []
  const explained = inspection
    ? [
        ...listed(
          words.warnings,
          [...inspection.ruleHits, ...warnings],
          <Warnings warnings={warnings} hits={inspection.ruleHits} />,
        ),
        ...(inspection.flow
          ? [{ name: words.flow, count: words.flowAt(inspection.flow.step), body: <FlowPart flow={inspection.flow} /> }]
          : []),
        ...listed(words.tools, inspection.toolCalls, <ToolsPart calls={inspection.toolCalls} />),
        ...listed(words.knowledge, inspection.knowledge, <KnowledgePart found={inspection.knowledge} />),
        ...listed(words.models, inspection.modelCalls, <ModelPart calls={inspection.modelCalls} />),
        ...listed(
          words.prompt,
          inspection.sections,
          <Prompt sections={inspection.sections} />,
          words.sectionCount(inspection.sections.length),
        ),
      ]
    : []
  const told = messages.filter(({ message }) => message !== undefined)
  return [
    ...explained,
    ...listed(words.effects, effects, <Effects effects={effects} />),
    ...listed(words.amf, told, <Amf messages={told} />),
  ]
}

type Inspection = NonNullable<Explained['inspection']>

function Warnings({ warnings, hits }: { warnings: readonly string[]; hits: Inspection['ruleHits'] }) {
  return (
    <List size="sm" spacing={4}>
      {hits.map(({ ruleId, action, text }) => (
        <List.Item key={`${ruleId} ${text}`}>
          {words.rule(ruleId, action)}
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
      {sections.map(({ name, text }, place) => (
        <Accordion.Item key={name} value={placeOf(place)}>
          <Accordion.Control>
            <Group justify="space-between" wrap="nowrap" pr="xs">
              <Text size="sm" ff="monospace">
                {name}
              </Text>
              <Text size="xs" className="quiet">
                {words.characters(text.length)}
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

function Effects({ effects }: { effects: Explained['effects'] }) {
  return (
    <Stack gap="xs">
      {effects.map(({ kind, summary, payload }) => (
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

function Amf({ messages }: { messages: Explained['messages'] }) {
  return (
    <Stack gap="xs">
      {messages.map(({ messageId, message, text }) => (
        <JsonBlock key={messageId} value={message} label={text || words.message} />
      ))}
    </Stack>
  )
}
