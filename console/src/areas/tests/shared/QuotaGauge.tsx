import { Group, Progress, Stack, Text, Tooltip } from '@mantine/core'
import { words } from '#words/tests.ts'
import { When } from '../../../parts/When.tsx'
import { useQuota } from './reads.ts'

/** What is left of the budget of today. */
export function QuotaGauge() {
  const { data: quota } = useQuota()
  if (!quota) return null
  const { used, limit, remaining } = quota.org
  const share = limit === 0 ? 100 : Math.min(100, (100 * used) / limit)
  return (
    <Tooltip label={words.quota.perRun(quota.limits.maxUnitsPerRun, quota.limits.maxCasesPerRun)}>
      <Stack gap={2} w={300} maw="100%" tabIndex={0} role="group" aria-label={words.quota.label} mb={4}>
        <Progress value={share} size="sm" color={share >= 90 ? 'red' : undefined} aria-hidden />
        <Group gap={4} justify="space-between" wrap="nowrap">
          <Text size="xs">{remaining > 0 ? words.quota.left(remaining, limit) : words.quota.none}</Text>
          <Text size="xs" className="quiet" style={{ whiteSpace: 'nowrap' }}>
            {words.quota.resets} <When at={quota.resetsAt} />
          </Text>
        </Group>
      </Stack>
    </Tooltip>
  )
}
