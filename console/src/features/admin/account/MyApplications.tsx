import { Button, Group, Stack, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { strings } from '#i18n/account.ts'
import { createOrgClient } from '../../../api/client.ts'
import { useOrg } from '../../../app/current-org.ts'
import { notify } from '../../../components/notify.tsx'
import { ErrorAlert } from '../../../components/PageStates.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { AccountCard } from './AccountCard.tsx'

const { applications: texts } = strings
type ConnectedApplication = Schema<'ConnectedApplication'>

/** Applications that act for the user in the org over MCP, with a button to disconnect each. */
export function MyApplications() {
  const org = useOrg()
  const { data, error, refetch } = useQuery({
    queryKey: org.key('applications'),
    queryFn: async ({ signal }) => (await createOrgClient(org.id).get('/auth/applications', { signal })).data,
  })
  const revoking = useMutation({
    mutationFn: (applicationId: string) =>
      createOrgClient(org.id).delete('/auth/applications/{applicationId}', { path: { applicationId } }),
    onSuccess: () => notify.success(texts.revoked),
    onError: notify.error,
    onSettled: () => void refetch(),
  })
  return (
    <AccountCard title={texts.title}>
      <Stack gap="sm" align="stretch">
        <Text size="sm" className="quiet">
          {texts.text}
        </Text>
        {error && <ErrorAlert error={error} retry={refetch} />}
        {data?.length === 0 && <Text size="sm">{texts.none}</Text>}
        {data?.map((application) => (
          <ApplicationRow
            key={application.id}
            application={application}
            revoke={() => revoking.mutate(application.id)}
          />
        ))}
      </Stack>
    </AccountCard>
  )
}

function ApplicationRow({ application, revoke }: { application: ConnectedApplication; revoke: () => void }) {
  const { name, redirectHosts, scopes, createdAt, lastUsedAt } = application
  return (
    <Group justify="space-between" wrap="nowrap">
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Text size="sm" fw={500}>
          {name}
        </Text>
        <Text size="xs" className="quiet">
          {redirectHosts.join(', ')}
        </Text>
        <Text size="xs" className="quiet">
          {scopes.join(', ')}
        </Text>
        <Text size="xs" className="quiet" component="div">
          {texts.connected} <Timestamp at={createdAt} />
          {texts.used} <Timestamp at={lastUsedAt} />
        </Text>
      </div>
      <Button size="xs" variant="default" onClick={revoke} aria-label={texts.revokeOne(name)} style={{ flexShrink: 0 }}>
        {texts.revoke}
      </Button>
    </Group>
  )
}
