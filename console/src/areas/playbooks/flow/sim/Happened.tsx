import { Code, List, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core'
import { printYaml } from '@parley/definition'
import { words } from '#words/playbooks.ts'
import type { Happening, Session } from './session.ts'

const { trial: said } = words

/** What is known, what would be called, and what was done with the last word. */
export function Happened({ session: { slots, happenings, trace } }: { session: Session }) {
  const calls = happenings.filter((one) => one.kind === 'called')
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xl: 2 }}>
        <Slots slots={slots} />
        <Calls calls={calls} />
      </SimpleGrid>
      {trace.length > 0 && (
        <div>
          <Title order={3} size="h6">
            {said.trace}
          </Title>
          <List type="ordered" size="sm">
            {trace.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same may happen twice
              <List.Item key={at}>{line}</List.Item>
            ))}
          </List>
        </div>
      )}
    </Stack>
  )
}

function Slots({ slots }: Pick<Session, 'slots'>) {
  const filled = Object.entries(slots)
  return (
    <div role="status" aria-label={said.slots}>
      <Title order={3} size="h6">
        {said.slots}
      </Title>
      {filled.length === 0 && <Text size="sm">{said.noSlots}</Text>}
      {filled.length > 0 && (
        <Table aria-label={said.slots} verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{said.slot}</Table.Th>
              <Table.Th>{said.value}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {filled.map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Td>{name}</Table.Td>
                <Table.Td>{String(value)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </div>
  )
}

function Calls({ calls }: { calls: readonly Extract<Happening, { kind: 'called' }>[] }) {
  return (
    <div>
      <Title order={3} size="h6">
        {said.tools}
      </Title>
      {calls.length === 0 && <Text size="sm">{said.noTools}</Text>}
      <List size="sm">
        {calls.map(({ tool, with: given, ok }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same tool may be called twice
          <List.Item key={at}>
            {said.called(tool, ok)}
            {Object.keys(given).length > 0 && <Code block>{printYaml(given)}</Code>}
          </List.Item>
        ))}
      </List>
    </div>
  )
}
