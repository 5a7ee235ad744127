import { ActionIcon, Button, Group, Input, Menu, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { words } from '#words/outreach.ts'
import { useAgent } from '../../../app/org.ts'
import { ConditionValues } from './ConditionValues.tsx'
import {
  customField,
  customKeyOf,
  filterFields,
  type PeopleFilter,
  valuesOf,
  without,
  withValues,
} from './people-filter.ts'

type Given = {
  label: string
  description?: string
  value: PeopleFilter
  onChange: (filter: PeopleFilter) => void
  readOnly?: boolean
  /** What was refused of a condition. */
  errorOf?: (field: string) => ReactNode
}

export const fieldName = (field: string): string => {
  const key = customKeyOf(field)
  if (key !== undefined) return words.filter.custom(key)
  return (words.filter.fields as Record<string, string>)[field] ?? field
}

/** Whom is meant, condition by condition, in the words of the list of people. */
export function FilterEditor({ label, description, value, onChange, readOnly = false, errorOf }: Given) {
  const fields = Object.keys(value)
  return (
    <Input.Wrapper label={label} description={description} labelElement="div" role="group" aria-label={label}>
      <Stack gap="xs" mt={6}>
        <Text size="sm" className="quiet">
          {fields.length === 0 ? words.filter.everybody : words.filter.all}
        </Text>
        {fields.map((field) => (
          <Condition
            key={field}
            field={field}
            values={valuesOf(value[field])}
            readOnly={readOnly}
            error={errorOf?.(field)}
            onChange={(values) => onChange(withValues(value, field, values))}
            onRemove={() => onChange(without(value, field))}
          />
        ))}
        {!readOnly && <AddCondition taken={fields} onAdd={(field) => onChange(withValues(value, field, []))} />}
      </Stack>
    </Input.Wrapper>
  )
}

type ConditionGiven = {
  field: string
  values: string[]
  readOnly: boolean
  error: ReactNode
  onChange: (values: string[]) => void
  onRemove: () => void
}

function Condition({ field, values, readOnly, error, onChange, onRemove }: ConditionGiven) {
  const name = fieldName(field)
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <TextInput
        aria-label={words.filter.field}
        value={name}
        readOnly
        tabIndex={-1}
        w={{ base: 120, xs: 220 }}
        variant="filled"
        style={{ flexShrink: 0 }}
      />
      <ConditionValues {...{ field, name, values, readOnly, error, onChange }} />
      {!readOnly && (
        <ActionIcon variant="subtle" color="gray" mt={4} onClick={onRemove} aria-label={words.filter.remove(name)}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}

function AddCondition({ taken, onAdd }: { taken: readonly string[]; onAdd: (field: string) => void }) {
  const custom = useCustomFields().map((key) => customField(key))
  const free = [...filterFields, ...custom].filter((field) => !taken.includes(field))
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" size="xs" w="fit-content" leftSection={<IconPlus size={14} aria-hidden />}>
          {words.filter.add}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {free.map((field) => (
          <Menu.Item key={field} onClick={() => onAdd(field)}>
            {fieldName(field)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The keys of the fields that the agent keeps of people besides the usual. */
export function useCustomFields(): string[] {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('people-fields', 'all'),
    queryFn: async ({ signal }) => (await agent.api.get('/people-fields', { signal })).data,
  })
  return data?.map(({ key }) => key) ?? []
}
