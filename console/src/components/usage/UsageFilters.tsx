import { Group, SegmentedControl, Select } from '@mantine/core'
import { strings } from '#i18n/usage.ts'
import { useAgentList } from '../../app/shell/Nav.tsx'
import { defaultUsageSpan, type UsageDaySpan, type UsageSearch, usageSpans } from './usage-data.ts'

type Props = { search: UsageSearch; change: (changed: UsageSearch) => void }

export function UsageFilters({ search: { days = defaultUsageSpan, agent }, change }: Props) {
  const agents = useAgentList()
  return (
    <Group gap="sm">
      {agents.length > 1 && (
        <Select
          size="xs"
          w={200}
          aria-label={strings.agent}
          placeholder={strings.allAgents}
          data={agents.map(({ id, name }) => ({ value: id, label: name }))}
          value={agent ?? null}
          clearable
          searchable
          onChange={(chosen) => change({ days, agent: chosen ?? undefined })}
        />
      )}
      <SegmentedControl
        size="xs"
        aria-label={strings.range}
        data={usageSpans.map((span) => ({ value: String(span), label: strings.days(span) }))}
        value={String(days)}
        onChange={(chosen) => change({ days: Number(chosen) as UsageDaySpan, agent })}
      />
    </Group>
  )
}
