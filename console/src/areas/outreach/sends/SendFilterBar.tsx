import { Button, Group, Select, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFilter, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { words } from '#words/outreach.ts'
import { words as sendWords } from '#words/sends.ts'
import { useAgent } from '../../../app/org.ts'
import { choicesOf, useOutreaches, useRules } from '../shared/configuration.ts'
import { PersonPicker } from '../shared/PersonPicker.tsx'
import { reasonWords } from '../shared/Reason.tsx'
import { type SendFilters, sendOrigins, sendReasons, sendStates } from './filters.ts'

const { sends } = sendWords

type Given = { filters: SendFilters; onChange: (filters: SendFilters) => void }

/** Every filter of the list; what is chosen stands in the address. */
export function SendFilterBar({ filters, onChange }: Given) {
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
  const named = useNamed()
  return (
    <Folding count={Object.keys(filters).length}>
      <Select label={sends.state} data={labelled(sendStates, sends.states)} {...chosen('state')} />
      <Select
        label={sends.outreach}
        data={choicesOf(named.outreaches, filters.outreachId, words.gone)}
        searchable
        {...chosen('outreachId')}
      />
      <Select label={sends.origin} data={labelled(sendOrigins, sends.origins)} {...chosen('origin')} />
      <Select
        label={sends.reason}
        data={sendReasons.map((value) => ({ value, label: reasonWords(value) }))}
        searchable
        {...chosen('reason')}
      />
      <Select
        label={sends.campaign}
        data={choicesOf(named.campaigns, filters.campaignId, words.gone)}
        searchable
        {...chosen('campaignId')}
      />
      <Select
        label={sends.rule}
        data={choicesOf(named.rules, filters.automatedOutreachId, words.gone)}
        searchable
        {...chosen('automatedOutreachId')}
      />
      <div style={{ width: 220 }}>
        <PersonPicker value={filters.personId} onChange={(person) => set('personId', person?.id)} plain />
      </div>
      <Day label={sends.since} value={filters.since} onChange={(day) => set('since', day)} />
      <Day label={sends.until} value={filters.until} onChange={(day) => set('until', day)} />
      {Object.keys(filters).length > 0 && (
        <Button variant="subtle" leftSection={<IconX size={14} aria-hidden />} onClick={() => onChange({})}>
          {sends.clear}
        </Button>
      )}
    </Folding>
  )
}

/** On a phone the filters are there when they are asked for. */
function Folding({ count, children }: { count: number; children: ReactNode }) {
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

const labelled = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
  values.map((value) => ({ value, label: labels[value] }))

function Day({ label, value, onChange }: { label: string; value?: string; onChange: (day: string) => void }) {
  return (
    <TextInput
      type="date"
      label={label}
      w={150}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function useNamed() {
  const agent = useAgent()
  const campaigns = useQuery({
    queryKey: agent.key('campaigns', 'names'),
    queryFn: async ({ signal }) => (await agent.api.get('/campaigns', { query: { limit: 200 }, signal })).data,
  })
  return { outreaches: useOutreaches().data, rules: useRules().data, campaigns: campaigns.data }
}
