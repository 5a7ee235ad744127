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
export const places = [
  { to: to.suites, label: tabs.suites },
  { to: to.runs, label: tabs.runs },
] as const

/** Around the two parts of Tests: what is tested, and what was run. */
export function TestsFrame({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const params = usePlace()
  const exact = { exact: true, includeSearch: false }
  return (
    <Page title={words.title} lead={words.lead} actions={actions}>
      <Group justify="space-between" align="flex-end" gap="xs">
        <Box flex={1}>
          <LinkTabs label={tabs.label}>
            {places.map((place) => (
              <Link key={place.to} to={place.to} params={params} activeOptions={exact}>
                {place.label}
              </Link>
            ))}
          </LinkTabs>
        </Box>
        <QuotaGauge />
      </Group>
      {children}
    </Page>
  )
}
