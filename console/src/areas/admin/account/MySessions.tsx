import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { words } from '#words/admin.ts'
import { parleyFor } from '../../../api/client.ts'
import { useOrg } from '../../../app/org.ts'
import { Trouble } from '../../../parts/Trouble.tsx'
import { tell } from '../../../parts/tell.tsx'
import { When } from '../../../parts/When.tsx'

const { sessions: said } = words
type AccountSession = Schema<'AccountSession'>

/** Where else one is signed in to the org, with a way to end that. */
export function MySessions() {
  const org = useOrg()
  const { data, error, refetch } = useQuery({
    queryKey: org.key('sessions'),
    queryFn: async ({ signal }) => (await parleyFor(org.id).get('/auth/sessions', { signal })).data,
  })
  const settled = { onError: tell.failed, onSettled: () => void refetch() }
  const ending = useMutation({
    mutationFn: (sessionId: string) => parleyFor(org.id).delete('/auth/sessions/{sessionId}', { path: { sessionId } }),
    onSuccess: () => tell.done(said.ended),
    ...settled,
  })
  const endingOthers = useMutation({
    mutationFn: () => parleyFor(org.id).post('/auth/sessions/_endOthers'),
    onSuccess: () => tell.done(said.othersEnded),
    ...settled,
  })
  const hasOthers = data?.some(({ current }) => !current)
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h5" mb="xs">
        {said.title}
      </Title>
      <Stack gap="sm" align="stretch">
        <Text size="sm" className="quiet">
          {said.text}
        </Text>
        {error && <Trouble error={error} retry={refetch} />}
        {data?.map((session) => (
          <OneSession key={session.id} session={session} end={() => ending.mutate(session.id)} />
        ))}
        {hasOthers && (
          <Group>
            <Button size="xs" variant="default" onClick={() => endingOthers.mutate()} loading={endingOthers.isPending}>
              {said.endOthers}
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}

function OneSession({ session, end }: { session: AccountSession; end: () => void }) {
  const { client = said.unknownClient, address, createdAt, lastUsedAt, current } = session
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Group gap="xs">
          <Text size="sm" fw={500}>
            {client}
          </Text>
          {current && (
            <Badge variant="default" tt="none">
              {said.current}
            </Badge>
          )}
        </Group>
        <Text size="xs" className="quiet" component="div">
          {address && `${said.from(address)} `}
          {said.began} <When at={createdAt} />
          {said.used} <When at={lastUsedAt} />
        </Text>
      </div>
      {!current && (
        <Button size="xs" variant="default" onClick={end} aria-label={said.endOne(client)}>
          {said.end}
        </Button>
      )}
    </Group>
  )
}
