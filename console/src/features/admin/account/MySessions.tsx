import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { strings } from '#i18n/account.ts'
import { createOrgClient } from '../../../api/client.ts'
import { useOrg } from '../../../app/current-org.ts'
import { notify } from '../../../components/notify.tsx'
import { ErrorAlert } from '../../../components/PageStates.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { AccountCard } from './AccountCard.tsx'

const { sessions: texts } = strings
type AccountSession = Schema<'AccountSession'>

/** The user's other sessions in the org, with a button to end each. */
export function MySessions() {
  const org = useOrg()
  const { data, error, refetch } = useQuery({
    queryKey: org.key('sessions'),
    queryFn: async ({ signal }) => (await createOrgClient(org.id).get('/auth/sessions', { signal })).data,
  })
  const settled = { onError: notify.error, onSettled: () => void refetch() }
  const ending = useMutation({
    mutationFn: (sessionId: string) =>
      createOrgClient(org.id).delete('/auth/sessions/{sessionId}', { path: { sessionId } }),
    onSuccess: () => notify.success(texts.ended),
    ...settled,
  })
  const endingOthers = useMutation({
    mutationFn: () => createOrgClient(org.id).post('/auth/sessions/_endOthers'),
    onSuccess: () => notify.success(texts.othersEnded),
    ...settled,
  })
  const hasOthers = data?.some(({ current }) => !current)
  return (
    <AccountCard title={texts.title}>
      <Stack gap="sm" align="stretch">
        <Text size="sm" className="quiet">
          {texts.text}
        </Text>
        {error && <ErrorAlert error={error} retry={refetch} />}
        {data?.map((session) => (
          <SessionRow key={session.id} session={session} end={() => ending.mutate(session.id)} />
        ))}
        {hasOthers && (
          <Group>
            <Button size="xs" variant="default" onClick={() => endingOthers.mutate()} loading={endingOthers.isPending}>
              {texts.endOthers}
            </Button>
          </Group>
        )}
      </Stack>
    </AccountCard>
  )
}

function SessionRow({ session, end }: { session: AccountSession; end: () => void }) {
  const { client = texts.unknownClient, address, createdAt, lastUsedAt, current } = session
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Group gap="xs">
          <Text size="sm" fw={500}>
            {client}
          </Text>
          {current && (
            <Badge variant="default" tt="none">
              {texts.current}
            </Badge>
          )}
        </Group>
        <Text size="xs" className="quiet" component="div">
          {address && `${texts.from(address)} `}
          {texts.began} <Timestamp at={createdAt} />
          {texts.used} <Timestamp at={lastUsedAt} />
        </Text>
      </div>
      {!current && (
        <Button size="xs" variant="default" onClick={end} aria-label={texts.endOne(client)}>
          {texts.end}
        </Button>
      )}
    </Group>
  )
}
