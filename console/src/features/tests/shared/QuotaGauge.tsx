import { Group, Progress, Stack, Text, Tooltip } from '@mantine/core'
import { strings } from '#i18n/tests.ts'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { useQuota } from './test-data.ts'

export function QuotaGauge() {
  const { data: quota } = useQuota()
  if (!quota) return null
  const { used, limit, remaining } = quota.org
  const share = limit === 0 ? 100 : Math.min(100, (100 * used) / limit)
  return (
    <Tooltip label={strings.quota.perRun(quota.limits.maxUnitsPerRun, quota.limits.maxCasesPerRun)}>
      <Stack gap={2} w={300} maw="100%" tabIndex={0} role="group" aria-label={strings.quota.label} mb={4}>
        <Progress value={share} size="sm" color={share >= 90 ? 'red' : undefined} aria-hidden />
        <Group gap={4} justify="space-between" wrap="nowrap">
          <Text size="xs">{remaining > 0 ? strings.quota.left(remaining, limit) : strings.quota.none}</Text>
          <Text size="xs" className="quiet" style={{ whiteSpace: 'nowrap' }}>
            {strings.quota.resets} <Timestamp at={quota.resetsAt} />
          </Text>
        </Group>
      </Stack>
    </Tooltip>
  )
}
