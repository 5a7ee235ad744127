import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { words } from '#words/admin.ts'
import { parleyFor } from '../../../api/client.ts'
import { useOrg } from '../../../app/org.ts'
import { Trouble } from '../../../parts/Trouble.tsx'
import { RemoveDialog } from './RemoveDialog.tsx'
import { SetUpDialog } from './SetUpDialog.tsx'

const { secondFactor: said } = words

/** Whether a code is asked for beside the password, and how that begins and ends. */
export function SecondFactor() {
  const org = useOrg()
  const [doing, setDoing] = useState<'setUp' | 'remove'>()
  const { data, error, refetch } = useQuery({
    queryKey: org.key('second-factor'),
    queryFn: ({ signal }) => parleyFor(org.id).get('/auth/second-factor', { signal }),
  })
  const close = () => {
    setDoing(undefined)
    void refetch()
  }
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          {said.title}
        </Title>
        {data && <Badge variant="default">{data.enabled ? said.on : said.off}</Badge>}
      </Group>
      <Stack gap="xs" align="flex-start">
        {error && <Trouble error={error} retry={refetch} />}
        <Text size="sm" className="quiet">
          {said.text}
        </Text>
        {data?.enabled && <Text size="sm">{said.codesLeft(data.recoveryCodesLeft ?? 0)}</Text>}
        {data && (
          <Button size="xs" variant="default" onClick={() => setDoing(data.enabled ? 'remove' : 'setUp')}>
            {data.enabled ? said.remove : said.setUp}
          </Button>
        )}
      </Stack>
      {doing === 'setUp' && <SetUpDialog close={close} />}
      {doing === 'remove' && <RemoveDialog close={close} />}
    </Paper>
  )
}
