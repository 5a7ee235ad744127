import { Code, List, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core'
import { printYaml } from '@parley/definition'
import { strings } from '#i18n/flow.ts'
import type { SimulationEvent, SimulationSession } from './simulation.ts'

const { trial: texts } = strings

/** Slot values, tool calls, and the trace of the last message. */
export function SimulationDetails({ session: { slots, events, trace } }: { session: SimulationSession }) {
  const calls = events.filter((one) => one.kind === 'called')
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xl: 2 }}>
        <SlotValues slots={slots} />
        <ToolCallList calls={calls} />
      </SimpleGrid>
      {trace.length > 0 && (
        <div>
          <Title order={3} size="h6">
            {texts.trace}
          </Title>
          <List type="ordered" size="sm">
            {trace.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same effect may occur twice
              <List.Item key={at}>{line}</List.Item>
            ))}
          </List>
        </div>
      )}
    </Stack>
  )
}

function SlotValues({ slots }: Pick<SimulationSession, 'slots'>) {
  const filled = Object.entries(slots)
  return (
    <div role="status" aria-label={texts.slots}>
      <Title order={3} size="h6">
        {texts.slots}
      </Title>
      {filled.length === 0 && <Text size="sm">{texts.noSlots}</Text>}
      {filled.length > 0 && (
        <Table aria-label={texts.slots} verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.slot}</Table.Th>
              <Table.Th>{texts.value}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {filled.map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Td>{name}</Table.Td>
                <Table.Td>{typeof value === 'string' ? value : JSON.stringify(value)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </div>
  )
}

function ToolCallList({ calls }: { calls: readonly Extract<SimulationEvent, { kind: 'called' }>[] }) {
  return (
    <div>
      <Title order={3} size="h6">
        {texts.tools}
      </Title>
      {calls.length === 0 && <Text size="sm">{texts.noTools}</Text>}
      <List size="sm">
        {calls.map(({ tool, with: args, ok }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same tool call may occur twice
          <List.Item key={at}>
            {texts.called(tool, ok)}
            {Object.keys(args).length > 0 && <Code block>{printYaml(args)}</Code>}
          </List.Item>
        ))}
      </List>
    </div>
  )
}
