import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { words } from '#words/admin.ts'
import { parleyFor } from '../../../api/client.ts'
import { useOrg } from '../../../app/org.ts'
import { tell } from '../../../parts/tell.tsx'
import { When } from '../../../parts/When.tsx'
import { signedIn, useSession } from '../../../session/session.ts'

const { account: said } = words

/** How long one stays signed in here, and longer if wanted. */
export function MySession() {
  const org = useOrg()
  const session = useSession()
  const prolonging = useMutation({
    mutationFn: () => parleyFor(org.id).post('/auth/switch', { body: { org: org.id } }),
    onSuccess: (entered) => {
      signedIn(entered)
      tell.done(said.prolonged)
    },
    onError: tell.failed,
  })
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h5" mb="xs">
        {said.session}
      </Title>
      <Stack gap="xs" align="flex-start">
        <Text size="sm" component="div">
          {said.sessionEnds} <When at={session?.tokens[org.id]?.expiresAt} />
        </Text>
        <Text size="sm" className="quiet">
          {said.sessionText}
        </Text>
        <Button size="xs" variant="default" onClick={() => prolonging.mutate()} loading={prolonging.isPending}>
          {said.prolong}
        </Button>
      </Stack>
    </Paper>
  )
}
