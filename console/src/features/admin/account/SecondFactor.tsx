import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { strings } from '#i18n/admin.ts'
import { clientForOrg } from '../../../api/client.ts'
import { useOrg } from '../../../app/current-org.ts'
import { ErrorAlert } from '../../../components/ErrorAlert.tsx'
import { DisableSecondFactorDialog } from './DisableSecondFactorDialog.tsx'
import { EnableSecondFactorDialog } from './EnableSecondFactorDialog.tsx'

const { secondFactor: secondFactorCardTexts } = strings

/** Whether a code is asked for beside the password, and how that begins and ends. */
export function SecondFactorCard() {
  const org = useOrg()
  const [doing, setDoing] = useState<'setUp' | 'remove'>()
  const { data, error, refetch } = useQuery({
    queryKey: org.key('second-factor'),
    queryFn: ({ signal }) => clientForOrg(org.id).get('/auth/second-factor', { signal }),
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
