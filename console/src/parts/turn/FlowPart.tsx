import { List, Stack, Table, Text } from '@mantine/core'
import { words } from '#words/turn.ts'
import { useNames } from '../../api/names.ts'
import { spoken } from '../spoken.ts'
import type { Explained } from './explained.ts'

type Flow = NonNullable<NonNullable<Explained['inspection']>['flow']>

/** Where a flow stands, what it has gathered, and the steps that this turn went through. */
export function FlowPart({ flow: { playbookId, step, slots, trace } }: { flow: Flow }) {
  const playbook = useNames('playbooks')
  const filled = Object.entries(slots)
  return (
    <Stack gap="xs">
      <Text size="sm" className="quiet">
        {words.flowOf(playbook(playbookId))}
      </Text>
      {filled.length > 0 && (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.slot}</Table.Th>
              <Table.Th>{words.value}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {filled.map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Td ff="monospace">{name}</Table.Td>
                <Table.Td>{spoken(typeof value === 'string' ? value : JSON.stringify(value))}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {filled.length === 0 && step !== undefined && <Text size="sm">{words.noSlots}</Text>}
      {trace.length > 0 && (
        <List type="ordered" size="sm" aria-label={words.trace}>
          {trace.map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step may be gone through twice, and none ever moves
            <List.Item key={place}>{line}</List.Item>
          ))}
        </List>
      )}
    </Stack>
  )
}
