import { List, Stack, Table, Text } from '@mantine/core'
import { strings } from '#i18n/turn.ts'
import { useNames } from '../../api/entity-names.ts'
import { localizeTimestamps } from '../localize-timestamps.ts'
import type { TurnExplanation } from './turn-explanation.ts'

type Flow = NonNullable<NonNullable<TurnExplanation['inspection']>['flow']>

/** Where a flow stands, what it has gathered, and the steps that this turn went through. */
export function FlowDetails({ flow: { playbookId, step, slots, trace } }: { flow: Flow }) {
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
            // biome-ignore lint/suspicious/noArrayIndexKey: a step may be gone through twice, and none ever moves
            <List.Item key={index}>{line}</List.Item>
          ))}
        </List>
      )}
    </Stack>
  )
}
