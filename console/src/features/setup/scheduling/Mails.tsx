import { Paper, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { strings } from '#i18n/setup.ts'
import { useAgent } from '../../../app/current-org.ts'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'

const { scheduling: mailsTexts } = strings

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
          {mailsTexts.mails}
        </Title>
        {data?.data.length === 0 && (
          <Text size="sm" className="quiet">
            {mailsTexts.noMails}
          </Text>
        )}
        {data && data.data.length > 0 && (
          <Table aria-label={mailsTexts.mails}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{mailsTexts.subject}</Table.Th>
                <Table.Th>{mailsTexts.state}</Table.Th>
                <Table.Th>{mailsTexts.at}</Table.Th>
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
                    <StatusBadge status={status} label={mailsTexts.states[status]} />
                  </Table.Td>
                  <Table.Td>
                    <Timestamp at={createdAt} />
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
