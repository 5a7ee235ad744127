import { Paper, SimpleGrid, Stack, Table, Title } from '@mantine/core'
import { words } from '#words/admin.ts'
import { useOrg } from '../../../app/org.ts'
import { useSession } from '../../../session/session.ts'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { MyOrgs } from './MyOrgs.tsx'
import { MySession } from './MySession.tsx'
import { MySessions } from './MySessions.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { SecondFactor } from './SecondFactor.tsx'

const { account: said } = words

/** What belongs to whoever is signed in. */
export function AccountPage() {
  return (
    <SettingsFrame lead={said.lead}>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Stack>
          <Who />
          <MyOrgs />
          <MySession />
          <MySessions />
        </Stack>
        <Stack>
          <PasswordForm />
          <SecondFactor />
        </Stack>
      </SimpleGrid>
    </SettingsFrame>
  )
}

function Who() {
  const org = useOrg()
  const user = useSession()?.user
  const facts = [
    [said.email, user?.email],
    [said.name, user?.name ?? said.noName],
    [said.role, words.roles[org.role].name],
  ] as const
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h5" mb="xs">
        {said.who}
      </Title>
      <Table variant="vertical" aria-label={said.who}>
        <Table.Tbody>
          {facts.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th w={120}>{name}</Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}
