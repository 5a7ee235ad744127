import { Button, Group, Select, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { sendFailureReasons, sendOrigins, sendStates } from '@parley/definition/vocabulary'
import { IconFilter, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { strings } from '#i18n/outreach.ts'
import { strings as sendWords } from '#i18n/sends.ts'
import { usePlaceTimeZone } from '../../../api/lookups.ts'
import { useAgent } from '../../../app/current-org.ts'
import { dayIn } from '../../../components/times.ts'
import { toSelectOptions, useAutomatedOutreaches, useOutreaches } from '../shared/outreach-config.ts'
import { PersonPicker } from '../shared/PersonPicker.tsx'
import { reasonText } from '../shared/ReasonText.tsx'
import type { SendFilters } from './send-filters.ts'

const { sends } = sendWords

type Props = { filters: SendFilters; onChange: (filters: SendFilters) => void }

/** All filters of the list, stored in the URL. */
export function SendFilterBar({ filters, onChange }: Props) {
  const set = (key: keyof SendFilters, value: string | null | undefined) => {
    const { [key]: _, ...rest } = filters
    onChange(value ? { ...rest, [key]: value } : rest)
  }
  const chosen = (key: keyof SendFilters) => ({
    value: filters[key] ?? null,
    onChange: (value: string | null) => set(key, value),
    clearable: true,
    clearButtonProps: { 'aria-label': sends.any },
    placeholder: sends.any,
    w: { base: '100%', xs: 180 },
  })
  const named = useFilterOptions()
  return (
    <CollapsibleFilters count={Object.keys(filters).length}>
      <Select label={sends.state} data={labeled(sendStates, sends.states)} {...chosen('state')} />
      <Select
        label={sends.outreach}
        data={toSelectOptions(named.outreaches, filters.outreachId, strings.deleted)}
        searchable
        {...chosen('outreachId')}
      />
      <Select label={sends.origin} data={labeled(sendOrigins, sends.origins)} {...chosen('origin')} />
      <Select
        label={sends.reason}
        data={sendFailureReasons.map((value) => ({ value, label: reasonText(value) }))}
        searchable
        {...chosen('reason')}
      />
      <Select
        label={sends.campaign}
        data={toSelectOptions(named.campaigns, filters.campaignId, strings.deleted)}
        searchable
        {...chosen('campaignId')}
      />
      <Select
        label={sends.rule}
        data={toSelectOptions(named.rules, filters.automatedOutreachId, strings.deleted)}
        searchable
        {...chosen('automatedOutreachId')}
      />
      <div style={{ width: 220 }}>
        <PersonPicker value={filters.personId} onChange={(person) => set('personId', person?.id)} plain />
      </div>
      <DayFilter label={sends.since} value={filters.since} onChange={(day) => set('since', day)} />
      <DayFilter label={sends.until} value={filters.until} onChange={(day) => set('until', day)} />
      {Object.keys(filters).length > 0 && (
        <Button variant="subtle" leftSection={<IconX size={14} aria-hidden />} onClick={() => onChange({})}>
          {sends.clear}
        </Button>
      )}
    </CollapsibleFilters>
  )
}

/** On a phone, the filters are collapsed by default. */
function CollapsibleFilters({ count, children }: { count: number; children: ReactNode }) {
  const [opened, { toggle }] = useDisclosure()
  return (
    <search aria-label={sends.filters}>
      <Button
        variant="default"
        hiddenFrom="sm"
        onClick={toggle}
        aria-expanded={opened}
        leftSection={<IconFilter size={16} aria-hidden />}
        mb={opened ? 'xs' : 0}
      >
        {sends.filtersSet(count)}
      </Button>
      <Group gap="xs" align="flex-end" visibleFrom={opened ? undefined : 'sm'}>
        {children}
      </Group>
    </search>
  )
}

const labeled = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
  values.map((value) => ({ value, label: labels[value] }))

function DayFilter({ label, value, onChange }: { label: string; value?: string; onChange: (day: string) => void }) {
  const zone = usePlaceTimeZone() ?? 'UTC'
  return (
    <TextInput
      type="date"
      label={label}
      w={150}
      value={value && value.length > 10 ? dayIn(value, zone) : (value ?? '')}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function useFilterOptions() {
  const agent = useAgent()
  const campaigns = useQuery({
    queryKey: agent.key('campaigns', 'names'),
    queryFn: async ({ signal }) => (await agent.api.get('/campaigns', { query: { limit: 200 }, signal })).data,
  })
  return { outreaches: useOutreaches().data, rules: useAutomatedOutreaches().data, campaigns: campaigns.data }
}
