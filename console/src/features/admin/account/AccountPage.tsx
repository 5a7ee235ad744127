import { Badge, Button, Group, Paper, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { strings } from '#i18n/account.ts'
import { strings as admin } from '#i18n/admin.ts'
import { createOrgClient } from '../../../api/client.ts'
import { useOrg } from '../../../app/current-org.ts'
import { ButtonLink } from '../../../components/links.tsx'
import { notify } from '../../../components/notify.tsx'
import { ErrorAlert } from '../../../components/PageStates.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { useOrgs } from '../../../session/orgs.ts'
import { storeSignIn, useUserSession } from '../../../session/session.ts'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { AccountCard } from './AccountCard.tsx'
import { MyApplications } from './MyApplications.tsx'
import { MySessions } from './MySessions.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { DisableSecondFactorDialog, EnableSecondFactorDialog } from './SecondFactorDialogs.tsx'

const { secondFactor: secondFactorCardTexts } = strings

/** Status of two-factor authentication, with buttons to turn it on and off. */
export function SecondFactorCard() {
  const org = useOrg()
  const [doing, setDoing] = useState<'setUp' | 'remove'>()
  const { data, error, refetch } = useQuery({
    queryKey: org.key('second-factor'),
    queryFn: ({ signal }) => createOrgClient(org.id).get('/auth/second-factor', { signal }),
  })
  const close = () => {
    setDoing(undefined)
    void refetch()
  }
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          {secondFactorCardTexts.title}
        </Title>
        {data && <Badge variant="default">{data.enabled ? secondFactorCardTexts.on : secondFactorCardTexts.off}</Badge>}
      </Group>
      <Stack gap="xs" align="flex-start">
        {error && <ErrorAlert error={error} retry={refetch} />}
        <Text size="sm" className="quiet">
          {secondFactorCardTexts.text}
        </Text>
        {data?.enabled && <Text size="sm">{secondFactorCardTexts.codesLeft(data.recoveryCodesLeft ?? 0)}</Text>}
        {data && (
          <Button size="xs" variant="default" onClick={() => setDoing(data.enabled ? 'remove' : 'setUp')}>
            {data.enabled ? secondFactorCardTexts.remove : secondFactorCardTexts.setUp}
          </Button>
        )}
      </Stack>
      {doing === 'setUp' && <EnableSecondFactorDialog close={close} />}
      {doing === 'remove' && <DisableSecondFactorDialog close={close} />}
    </Paper>
  )
}

const { account: mySessionTexts } = strings

/** When the current session expires, with a button to extend it. */
function MySession() {
  const org = useOrg()
  const session = useUserSession()
  const prolonging = useMutation({
    mutationFn: () => createOrgClient(org.id).post('/auth/switch', { body: { org: org.id } }),
    onSuccess: (entered) => {
      storeSignIn(entered)
      notify.success(mySessionTexts.extended)
    },
    onError: notify.error,
  })
  return (
    <AccountCard title={mySessionTexts.session}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm" component="div">
          {mySessionTexts.sessionEnds} <Timestamp at={session?.tokens[org.id]?.expiresAt} />
        </Text>
        <Text size="sm" className="quiet">
          {mySessionTexts.sessionText}
        </Text>
        <Button size="xs" variant="default" onClick={() => prolonging.mutate()} loading={prolonging.isPending}>
          {mySessionTexts.extend}
        </Button>
      </Stack>
    </AccountCard>
  )
}

const { account: myOrgsTexts } = strings

function MyOrgs() {
  const org = useOrg()
  const { data, error, refetch } = useOrgs()
  return (
    <AccountCard title={myOrgsTexts.orgs}>
      {error && <ErrorAlert error={error} retry={refetch} />}
      <Stack gap="xs">
        {data?.map(({ id, name, role }) => (
          <Group key={id} justify="space-between">
            <div>
              <Text size="sm" fw={500}>
                {name}
              </Text>
              <Text size="xs" className="quiet">
                {admin.roles[role].name}
              </Text>
            </div>
            {id === org.id ? (
              <Text size="sm" className="quiet">
                {myOrgsTexts.current}
              </Text>
            ) : (
              <ButtonLink size="xs" variant="default" to="/orgs/$org" params={{ org: id }}>
                {myOrgsTexts.switchTo}
              </ButtonLink>
            )}
          </Group>
        ))}
      </Stack>
    </AccountCard>
  )
}

const { account: texts } = strings

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
          <MyApplications />
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
    [texts.role, admin.roles[org.role].name],
  ] as const
  return (
    <AccountCard title={texts.profile}>
      <Table variant="vertical" aria-label={texts.profile}>
        <Table.Tbody>
          {facts.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th w={120}>{name}</Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </AccountCard>
  )
}
