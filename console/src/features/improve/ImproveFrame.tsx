import { Button, SegmentedControl } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { strings } from '#i18n/improve.ts'
import { useRouteIds } from '../../app/current-org.ts'
import { LinkTabs } from '../../components/LinkTabs.tsx'
import { notify } from '../../components/notify.tsx'
import { PageLayout } from '../../components/PageLayout.tsx'
import { saveFile } from '../../components/save-file.ts'
import { defaultSpan, type InsightSpan, insightSpans } from './improve-search.ts'

const { tabs } = strings
export const improveTabs = [
  { to: '/orgs/$org/agents/$agent/improve', label: tabs.questions },
  { to: '/orgs/$org/agents/$agent/improve/topics', label: tabs.topics },
  { to: '/orgs/$org/agents/$agent/improve/outcomes', label: tabs.outcomes },
  { to: '/orgs/$org/agents/$agent/improve/sessions', label: tabs.sessions },
] as const

export function ImproveFrame({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const params = useRouteIds()
  return (
    <PageLayout title={strings.title} lead={strings.lead} actions={actions}>
      <LinkTabs label={tabs.label}>
        {improveTabs.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            params={params}
            activeOptions={{ exact: true, includeSearch: false }}
            activeProps={{ 'aria-current': 'page' }}
          >
            {label}
          </Link>
        ))}
      </LinkTabs>
      {children}
    </PageLayout>
  )
}

export function SpanChoice({
  days = defaultSpan,
  change,
}: {
  days?: InsightSpan
  change: (days: InsightSpan) => void
}) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={strings.range}
      data={insightSpans.map((span) => ({ value: span, label: strings.days(Number(span)) }))}
      value={days}
      onChange={(chosen) => change(chosen as InsightSpan)}
    />
  )
}

type ExportButtonProps = { format: () => Promise<string>; name: string; disabled: boolean }

export function ExportButton({ format, name, disabled }: ExportButtonProps) {
  const saving = useMutation({
    mutationFn: async () => saveFile(new Blob([await format()], { type: 'text/csv;charset=utf-8' }), name),
    onError: notify.error,
  })
  return (
    <Button
      variant="default"
      size="xs"
      disabled={disabled}
      loading={saving.isPending}
      leftSection={<IconDownload size={14} aria-hidden />}
      onClick={() => saving.mutate()}
    >
      {strings.csv}
    </Button>
  )
}
