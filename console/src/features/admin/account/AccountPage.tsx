import { Paper, SimpleGrid, Stack, Table, Title } from '@mantine/core'
import { strings } from '#i18n/admin.ts'
import { useOrg } from '../../../app/current-org.ts'
import { useUserSession } from '../../../session/session.ts'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { MyOrgs } from './MyOrgs.tsx'
import { MySession } from './MySession.tsx'
import { MySessions } from './MySessions.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { SecondFactorCard } from './SecondFactor.tsx'

const { account: texts } = strings

/** What belongs to whoever is signed in. */
export function AccountPage() {
  return (
    <SettingsFrame lead={texts.lead}>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Stack>
          <AccountIdentity />
          <MyOrgs />
          <MySession />
          <MySessions />
        </Stack>
        <Stack>
          <PasswordForm />
          <SecondFactorCard />
        </Stack>
      </SimpleGrid>
    </SettingsFrame>
  )
}

function AccountIdentity() {
  const org = useOrg()
  const user = useUserSession()?.user
  const facts = [
    [texts.email, user?.email],
    [texts.name, user?.name ?? texts.noName],
    [texts.role, strings.roles[org.role].name],
  ] as const
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h5" mb="xs">
        {texts.who}
      </Title>
      <Table variant="vertical" aria-label={texts.who}>
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
