import { Button, Group, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { auditMethods } from '@parley/definition/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { strings } from '#i18n/admin.ts'
import { useOrg } from '../../../app/current-org.ts'
import { useAgentList } from '../../../app/shell/Nav.tsx'
import type { AuditSearch } from './audit-search.ts'

const { audit: texts } = strings
type Props = { search: AuditSearch; change: (changed: AuditSearch) => void }

export function AuditFilterBar({ search, change }: Props) {
  const agents = useAgentList()
  const actors = useActors()
  const clear = () => change(Object.fromEntries(Object.keys(search).map((key) => [key, undefined])))
  return (
    <Group gap="sm" align="flex-end">
      <TypedFilter key={`q ${search.q}`} label={texts.q} value={search.q} change={(q) => change({ q })} />
      <Choice
        label={texts.actor}
        data={actors}
        value={search.actorId}
        change={(actorId) => change({ actorId })}
        any={texts.anyone}
      />
      <Choice
        label={texts.agent}
        data={agents.map(({ id, name }) => ({ value: id, label: name }))}
        value={search.agentId}
        change={(agentId) => change({ agentId })}
        any={texts.anyAgent}
      />
      <Choice
        label={texts.method}
        data={auditMethods.map((value) => ({ value, label: texts.methods[value] }))}
        value={search.method}
        change={(method) => change({ method: auditMethods.find((one) => one === method) })}
        any={texts.anyMethod}
      />
      <DayField label={texts.since} value={search.since} change={(since) => change({ since })} />
      <DayField label={texts.until} value={search.until} change={(until) => change({ until })} />
      <TypedFilter
        key={`request ${search.requestId}`}
        label={texts.request}
        value={search.requestId}
        change={(requestId) => change({ requestId })}
      />
      {Object.keys(search).length > 0 && (
        <Button size="xs" variant="default" onClick={clear}>
          {texts.clear}
        </Button>
      )}
    </Group>
  )
}

type FieldProps = { label: string; value: string | undefined; change: (value: string | undefined) => void }

function TypedFilter({ label, value = '', change }: FieldProps) {
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

function DayField({ label, value = '', change }: FieldProps) {
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

type ChoiceProps = FieldProps & { data: { value: string; label: string }[]; any: string }

/** An id from the URL that is not in the list is shown as it is. */
function Choice({ label, data, value, change, any }: ChoiceProps) {
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

/** Members and keys, the possible actors of an audit entry. */
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
        ...keys.data.map(({ id, name }) => ({ value: id, label: texts.keyNamed(name) })),
      ]
    },
  })
  return data ?? []
}
