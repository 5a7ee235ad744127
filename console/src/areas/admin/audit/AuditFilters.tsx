import { Button, Group, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { words } from '#words/admin.ts'
import { useOrg } from '../../../app/org.ts'
import { useAgentList } from '../../../app/shell/Nav.tsx'
import { type AuditSearch, methods } from './search.ts'

const { audit: said } = words
type Given = { search: AuditSearch; change: (changed: AuditSearch) => void }

export function AuditFilters({ search, change }: Given) {
  const agents = useAgentList()
  const actors = useActors()
  const clear = () => change(Object.fromEntries(Object.keys(search).map((key) => [key, undefined])))
  return (
    <Group gap="sm" align="flex-end">
      <TypedFilter key={`q ${search.q}`} label={said.q} value={search.q} change={(q) => change({ q })} />
      <Choice
        label={said.actor}
        data={actors}
        value={search.actorId}
        change={(actorId) => change({ actorId })}
        any={said.anybody}
      />
      <Choice
        label={said.agent}
        data={agents.map(({ id, name }) => ({ value: id, label: name }))}
        value={search.agentId}
        change={(agentId) => change({ agentId })}
        any={said.anyAgent}
      />
      <Choice
        label={said.method}
        data={methods.map((value) => ({ value, label: said.methods[value] }))}
        value={search.method}
        change={(method) => change({ method: methods.find((one) => one === method) })}
        any={said.anyMethod}
      />
      <DayField label={said.since} value={search.since} change={(since) => change({ since })} />
      <DayField label={said.until} value={search.until} change={(until) => change({ until })} />
      <TypedFilter
        key={`request ${search.requestId}`}
        label={said.request}
        value={search.requestId}
        change={(requestId) => change({ requestId })}
      />
      {Object.keys(search).length > 0 && (
        <Button size="xs" variant="default" onClick={clear}>
          {said.clear}
        </Button>
      )}
    </Group>
  )
}

type FieldGiven = { label: string; value: string | undefined; change: (value: string | undefined) => void }

function TypedFilter({ label, value = '', change }: FieldGiven) {
  const [typed, setTyped] = useState(value)
  const tell = useDebouncedCallback((text: string) => change(text.trim() || undefined), 400)
  return (
    <TextInput
      size="xs"
      w={130}
      label={label}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        tell(event.currentTarget.value)
      }}
    />
  )
}

function DayField({ label, value = '', change }: FieldGiven) {
  return (
    <TextInput
      size="xs"
      w={130}
      type="date"
      label={label}
      value={value}
      onChange={(event) => change(event.currentTarget.value || undefined)}
    />
  )
}

type ChoiceGiven = FieldGiven & { data: { value: string; label: string }[]; any: string }

/** One that the list does not know, and the address names, is shown by its id. */
function Choice({ label, data, value, change, any }: ChoiceGiven) {
  const listed = !value || data.some((one) => one.value === value)
  return (
    <Select
      size="xs"
      w={130}
      label={label}
      placeholder={any}
      data={listed ? data : [...data, { value, label: value }]}
      value={value ?? null}
      searchable
      clearable
      onChange={(chosen) => change(chosen ?? undefined)}
    />
  )
}

/** Members and keys: who can have done something. */
function useActors(): { value: string; label: string }[] {
  const org = useOrg()
  const { data } = useQuery({
    queryKey: org.key('actors'),
    queryFn: async ({ signal }) => {
      const query = { limit: 200 }
      const [members, keys] = await Promise.all([
        org.api.get('/members', { query, signal }),
        org.api.get('/api-keys', { query, signal }),
      ])
      return [
        ...members.data.map(({ id, email }) => ({ value: id, label: email })),
        ...keys.data.map(({ id, name }) => ({ value: id, label: said.keyNamed(name) })),
      ]
    },
  })
  return data ?? []
}
