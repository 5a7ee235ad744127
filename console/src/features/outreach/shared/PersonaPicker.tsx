import { MultiSelect, Select, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { strings } from '#i18n/outreach.ts'
import { useRouteIds } from '../../../app/current-org.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { useRcsPersonas } from './outreach-config.ts'

const { persona } = strings

/** Picks a persona on RCS; if there are none, links to where one can be created. */
export function PersonaPicker({ value, onChange }: { value: string | undefined; onChange: (id?: string) => void }) {
  const { data } = useRcsPersonas()
  if (data?.length === 0) return <NoPersonasHint />
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

type PersonasPickerProps = { value: string[]; onChange: (ids: string[]) => void; error?: ReactNode }

export function PersonasPicker({ value, onChange, error }: PersonasPickerProps) {
  const { data } = useRcsPersonas()
  if (data?.length === 0) return <NoPersonasHint />
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

function NoPersonasHint() {
  const routeIds = useRouteIds()
  return (
    <Stack gap={4}>
      <Text size="sm">{persona.none}</Text>
      <AnchorLink size="sm" to="/orgs/$org/agents/$agent/emulator" params={routeIds}>
        {persona.toEmulator}
      </AnchorLink>
    </Stack>
  )
}
