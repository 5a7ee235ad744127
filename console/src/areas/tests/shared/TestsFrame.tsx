import { Box, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { words } from '#words/tests.ts'
import { usePlace } from '../../../app/org.ts'
import { LinkTabs } from '../../../parts/LinkTabs.tsx'
import { Page } from '../../../parts/Page.tsx'
import { to } from './place.ts'
import { QuotaGauge } from './QuotaGauge.tsx'

const { tabs } = words

/** Around the two parts of Tests: what is tested, and what was run. */
export function TestsFrame({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const params = usePlace()
  const exact = { exact: true, includeSearch: false }
  return (
    <Page title={words.title} lead={words.lead} actions={actions}>
      <Group justify="space-between" align="flex-end" gap="xs">
        <Box flex={1}>
          <LinkTabs label={tabs.label}>
            <Link to={to.suites} params={params} activeOptions={exact}>
              {tabs.suites}
            </Link>
            <Link to={to.runs} params={params} activeOptions={exact}>
              {tabs.runs}
            </Link>
          </LinkTabs>
        </Box>
        <QuotaGauge />
      </Group>
      {children}
    </Page>
  )
}
