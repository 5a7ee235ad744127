import { Box, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { strings as proof } from '#i18n/proof.ts'
import { strings } from '#i18n/tests.ts'
import { useRouteIds } from '../../../app/current-org.ts'
import { LinkTabs } from '../../../components/LinkTabs.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { QuotaGauge } from './QuotaGauge.tsx'
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
        <Box flex={1}>
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
