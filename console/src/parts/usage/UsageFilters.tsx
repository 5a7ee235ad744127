import { Group, SegmentedControl, Select } from '@mantine/core'
import { words } from '#words/usage.ts'
import { useAgentList } from '../../app/shell/Nav.tsx'
import { type Span, spans, type UsageSearch, usualSpan } from './range.ts'

type Given = { search: UsageSearch; change: (changed: UsageSearch) => void }

export function UsageFilters({ search: { days = usualSpan, agent }, change }: Given) {
  const agents = useAgentList()
  return (
    <Group gap="sm">
      {agents.length > 1 && (
        <Select
          size="xs"
          w={200}
          aria-label={words.agent}
          placeholder={words.allAgents}
          data={agents.map(({ id, name }) => ({ value: id, label: name }))}
          value={agent ?? null}
          clearable
          searchable
          onChange={(chosen) => change({ days, agent: chosen ?? undefined })}
        />
      )}
      <SegmentedControl
        size="xs"
        aria-label={words.range}
        data={spans.map((span) => ({ value: String(span), label: words.days(span) }))}
        value={String(days)}
        onChange={(chosen) => change({ days: Number(chosen) as Span, agent })}
      />
    </Group>
  )
}
