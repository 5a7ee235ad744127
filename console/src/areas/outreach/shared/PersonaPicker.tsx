import { MultiSelect, Select, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { words } from '#words/outreach.ts'
import { usePlace } from '../../../app/org.ts'
import { AnchorLink } from '../../../parts/links.tsx'
import { usePersonas } from './configuration.ts'

const { persona } = words

/** One of the personas on rcs; where there are none, the way to make one. */
export function PersonaPicker({ value, onChange }: { value: string | undefined; onChange: (id?: string) => void }) {
  const { data } = usePersonas()
  if (data?.length === 0) return <NoPersonas />
  return (
    <Select
      label={persona.one}
      data={data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      searchable
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
    />
  )
}

type SeveralGiven = { value: string[]; onChange: (ids: string[]) => void; error?: ReactNode }

export function PersonasPicker({ value, onChange, error }: SeveralGiven) {
  const { data } = usePersonas()
  if (data?.length === 0) return <NoPersonas />
  return (
    <MultiSelect
      label={persona.label}
      data={data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': persona.clear }}
      value={value}
      onChange={onChange}
      error={error}
    />
  )
}

function NoPersonas() {
  const place = usePlace()
  return (
    <Stack gap={4}>
      <Text size="sm">{persona.none}</Text>
      <AnchorLink size="sm" to="/orgs/$org/agents/$agent/emulator" params={place}>
        {persona.toEmulator}
      </AnchorLink>
    </Stack>
  )
}
