import { Box, Group, Progress, Stack, Text, Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { strings as proof } from '#i18n/proof.ts'
import { strings } from '#i18n/tests.ts'
import { useRouteIds } from '../../../app/current-org.ts'
import { LinkTabs } from '../../../components/LinkTabs.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { useQuota } from './test-data.ts'
import { testPaths } from './test-paths.ts'

const { tabs } = strings
export const testsTabs = [
  { to: testPaths.suites, label: tabs.suites },
  { to: testPaths.runs, label: tabs.runs },
  { to: testPaths.simulations, label: proof.simulations.tab },
  { to: testPaths.coverage, label: proof.coverage.title },
] as const

export function TestsFrame({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const params = useRouteIds()
  const exact = { exact: true, includeSearch: false }
  return (
    <PageLayout title={strings.title} lead={strings.lead} actions={actions}>
      <Group justify="space-between" align="flex-end" gap="xs">
        <Box flex="1 1 20rem" miw={0}>
          <LinkTabs label={tabs.label}>
            {testsTabs.map((tab) => (
              <Link key={tab.to} to={tab.to} params={params} activeOptions={exact}>
                {tab.label}
              </Link>
            ))}
          </LinkTabs>
        </Box>
        <QuotaGauge />
      </Group>
      {children}
    </PageLayout>
  )
}

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
