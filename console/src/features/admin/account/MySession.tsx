import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { strings } from '#i18n/admin.ts'
import { clientForOrg } from '../../../api/client.ts'
import { useOrg } from '../../../app/current-org.ts'
import { notify } from '../../../components/notify.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { storeSignIn, useUserSession } from '../../../session/session.ts'

const { account: mySessionTexts } = strings

/** How long one stays signed in here, and longer if wanted. */
export function MySession() {
  const org = useOrg()
  const session = useUserSession()
  const prolonging = useMutation({
    mutationFn: () => clientForOrg(org.id).post('/auth/switch', { body: { org: org.id } }),
    onSuccess: (entered) => {
      storeSignIn(entered)
      notify.success(mySessionTexts.prolonged)
    },
    onError: notify.error,
  })
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h5" mb="xs">
        {mySessionTexts.session}
      </Title>
      <Stack gap="xs" align="flex-start">
        <Text size="sm" component="div">
          {mySessionTexts.sessionEnds} <Timestamp at={session?.tokens[org.id]?.expiresAt} />
        </Text>
        <Text size="sm" className="quiet">
          {mySessionTexts.sessionText}
        </Text>
        <Button size="xs" variant="default" onClick={() => prolonging.mutate()} loading={prolonging.isPending}>
          {mySessionTexts.prolong}
        </Button>
      </Stack>
    </Paper>
  )
}
