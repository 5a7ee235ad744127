import { Paper, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { words } from '#words/setup.ts'
import { useAgent } from '../../../app/org.ts'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import { When } from '../../../parts/When.tsx'

const { scheduling: said } = words

/** What went out to recipients, newest first. */
export function Mails() {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('mails'),
    queryFn: ({ signal }) => agent.api.get('/scheduling/mails', { query: { limit: 10 }, signal }),
  })
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Title order={3} size="h5">
          {said.mails}
        </Title>
        {data?.data.length === 0 && (
          <Text size="sm" className="quiet">
            {said.noMails}
          </Text>
        )}
        {data && data.data.length > 0 && (
          <Table aria-label={said.mails}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{said.subject}</Table.Th>
                <Table.Th>{said.state}</Table.Th>
                <Table.Th>{said.at}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.data.map(({ id, subject, recipient, status, lastError, createdAt }) => (
                <Table.Tr key={id}>
                  <Table.Td>
                    <Text size="sm">{subject}</Text>
                    <Text size="xs" className="quiet">
                      {recipient}
                    </Text>
                    {lastError && <Text size="xs">{lastError}</Text>}
                  </Table.Td>
                  <Table.Td>
                    <StatusBadge status={status} label={said.states[status]} />
                  </Table.Td>
                  <Table.Td>
                    <When at={createdAt} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Stack>
    </Paper>
  )
}
