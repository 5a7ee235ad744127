import { Button, Collapse, Group, Indicator, Select, Stack, Switch, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks'
import { channels } from '@parley/amf/channels'
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { strings } from '#i18n/desk.ts'
import { strings as phone } from '#i18n/handset.ts'
import { useAgent, useCan } from '../../app/current-org.ts'
import styles from './desk.module.css'
import { type DeskSearch, isFiltered, readDeskSearch } from './desk-search.ts'

const { filters } = strings
const flags = ['unanswered', 'campaignReplies', 'hideOpeners', 'snoozed'] as const

/** Filters of the list, stored in the URL. */
export function DeskFilters({ search }: { search: DeskSearch }) {
  const navigate = useNavigate({ from: '/orgs/$org/agents/$agent/desk' })
  const change = (changed: Record<string, unknown>) =>
    navigate({ search: readDeskSearch({ ...search, ...changed }), replace: true })
  const { q: _, ...others } = search
  const [open, { toggle }] = useDisclosure(isFiltered(others))
  return (
    <Stack gap={6} className={styles.bar}>
      <Group gap={6} wrap="nowrap" align="flex-end">
        <DelayedField
          label={filters.search}
          hint={filters.searchHint}
          value={search.q}
          onChange={(q) => change({ q })}
        />
        <UnstyledButton onClick={toggle} aria-expanded={open} aria-label={filters.label} p={10}>
          <Indicator disabled={!isFiltered(others)} size={8} offset={2}>
            <IconAdjustmentsHorizontal size={20} aria-hidden />
          </Indicator>
        </UnstyledButton>
      </Group>
      <Collapse expanded={open}>
        <FilterFields search={search} change={change} />
      </Collapse>
    </Stack>
  )
}

type FieldsProps = { search: DeskSearch; change: (changed: Record<string, unknown>) => void }

function FilterFields({ search, change }: FieldsProps) {
  const navigate = useNavigate({ from: '/orgs/$org/agents/$agent/desk' })
  const playbooks = usePlaybooks()
  const seesPlaybooks = useCan('viewer')
  return (
    <Stack gap={6} pb={4}>
      <Select
        size="xs"
        label={filters.channel}
        placeholder={filters.anyChannel}
        clearable
        data={channels.map((value) => ({ value, label: phone.channels[value] }))}
        value={search.channel ?? null}
        onChange={(channel) => change({ channel })}
      />
      {seesPlaybooks && (
        <Select
          size="xs"
          label={filters.playbook}
          placeholder={filters.anyPlaybook}
          clearable
          data={playbooks}
          value={search.playbook ?? null}
          onChange={(playbook) => change({ playbook })}
        />
      )}
      <DelayedField label={filters.tag} value={search.tag} onChange={(tag) => change({ tag })} />
      {flags.map((flag) => (
        <Switch
          key={flag}
          size="xs"
          label={filters[flag]}
          checked={search[flag] ?? false}
          onChange={(event) => change({ [flag]: event.currentTarget.checked })}
        />
      ))}
      {isFiltered(search) && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => navigate({ search: readDeskSearch({ view: search.view, conversation: search.conversation }) })}
        >
          {filters.clear}
        </Button>
      )}
    </Stack>
  )
}

function usePlaybooks(): { value: string; label: string }[] {
  const agent = useAgent()
  const enabled = useCan('viewer')
  const { data } = useQuery({
    queryKey: agent.key('playbooks', 'options'),
    queryFn: ({ signal }) => agent.api.get('/playbooks', { signal }),
    enabled,
    staleTime: 60_000,
  })
  return data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []
}

type DelayedFieldProps = { label: string; hint?: string; value: string | undefined; onChange: (value: string) => void }

/** Applies what was typed once the user pauses. */
function DelayedField({ label, hint, value, onChange }: DelayedFieldProps) {
  const [typed, setTyped] = useState(value ?? '')
  const applied = useRef(value)
  const apply = useDebouncedCallback((text: string) => {
    applied.current = text.trim() || undefined
    onChange(text.trim())
  }, 300)
  // The filters were cleared, or another URL was opened.
  useEffect(() => {
    if (value === applied.current) return
    applied.current = value
    setTyped(value ?? '')
  }, [value])
  return (
    <TextInput
      size="xs"
      flex={1}
      type="search"
      label={label}
      placeholder={hint}
      leftSection={hint ? <IconSearch size={14} aria-hidden /> : undefined}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        apply(event.currentTarget.value)
      }}
    />
  )
}
