import { Collapse, Group, Select, Stack, Switch, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks'
import { channels } from '@parley/amf/channels'
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { strings as phone } from '#i18n/handset.ts'
import { strings } from '#i18n/inbox.ts'
import styles from './inbox.module.css'
import { conversationStates, type InboxSearch, inboxDaySpans, readInboxSearch } from './inbox-search.ts'

const { list } = strings

/** Filters of the list, stored in the URL. */
export function ConversationFilters({ search }: { search: InboxSearch }) {
  const navigate = useNavigate({ from: '/orgs/$org/agents/$agent/inbox' })
  const change = (changed: Record<string, unknown>) =>
    navigate({ search: readInboxSearch({ ...search, ...changed }), replace: true })
  const [open, { toggle }] = useDisclosure(Boolean(search.channel ?? search.state ?? search.days ?? search.tests))
  return (
    <Stack gap={6} className={styles.bar}>
      <Group gap={6} wrap="nowrap" align="flex-end">
        <SearchField key={search.q === undefined ? 'none' : 'some'} q={search.q} onChange={(q) => change({ q })} />
        <UnstyledButton onClick={toggle} aria-expanded={open} aria-label={list.filters} p={6}>
          <IconAdjustmentsHorizontal size={20} aria-hidden />
        </UnstyledButton>
      </Group>
      <Collapse expanded={open}>
        <Stack gap={6} pb={4}>
          <Select
            size="xs"
            label={list.channel}
            placeholder={list.anyChannel}
            clearable
            data={channels.map((value) => ({ value, label: phone.channels[value] }))}
            value={search.channel ?? null}
            onChange={(channel) => change({ channel })}
          />
          <Select
            size="xs"
            label={list.state}
            placeholder={list.states.all}
            clearable
            data={conversationStates.map((value) => ({ value, label: list.states[value] }))}
            value={search.state ?? null}
            onChange={(state) => change({ state })}
          />
          <Select
            size="xs"
            label={list.time}
            allowDeselect={false}
            data={inboxDaySpans.map((value) => ({ value, label: list.times[value] }))}
            value={search.days ?? '7'}
            onChange={(days) => change({ days })}
          />
          <Switch
            size="xs"
            label={list.tests}
            checked={search.tests ?? false}
            onChange={(event) => change({ tests: event.currentTarget.checked })}
          />
        </Stack>
      </Collapse>
    </Stack>
  )
}

function SearchField({ q, onChange }: { q: string | undefined; onChange: (q: string) => void }) {
  const [typed, setTyped] = useState(q ?? '')
  const ask = useDebouncedCallback((text: string) => onChange(text.trim()), 300)
  return (
    <TextInput
      size="xs"
      flex={1}
      type="search"
      label={list.search}
      placeholder={list.searchHint}
      leftSection={<IconSearch size={14} aria-hidden />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        ask(event.currentTarget.value)
      }}
    />
  )
}
