import { ActionIcon, Button, Group, Input, Menu, MultiSelect, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { channelNames } from '#i18n/channel-names.ts'
import { strings } from '#i18n/outreach.ts'
import { useAgent } from '../../../app/current-org.ts'
import {
  customFilterField,
  customFilterKeyOf,
  filterFields,
  filterValuesOf,
  isDayField,
  type PeopleFilter,
  removeFilterField,
  setFilterValues,
} from './people-filter.ts'

const { filter } = strings
const named = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }))
const closed: Record<string, { value: string; label: string }[]> = {
  status: named(filter.statuses),
  consent: named(filter.consents),
  channel: named(channelNames),
}

type ConditionValuesProps = {
  field: string
  name: string
  values: string[]
  readOnly: boolean
  error: ReactNode
  onChange: (values: string[]) => void
}

/** Value inputs of one condition, by field type. */
function ConditionValues({ field, name, values, readOnly, error, onChange }: ConditionValuesProps) {
  const shared = { 'aria-label': filter.value(name), error, readOnly, style: { flex: 1, minWidth: 0 } }
  if (isDayField(field)) {
    return (
      <TextInput
        {...shared}
        type="date"
        value={values[0]?.slice(0, 10) ?? ''}
        onChange={(event) => onChange(event.currentTarget.value ? [event.currentTarget.value] : [])}
      />
    )
  }
  const choices = closed[field]
  if (choices) return <MultiSelect {...shared} data={choices} value={values} onChange={onChange} searchable />
  return (
    <TagsInput
      {...shared}
      value={values}
      onChange={onChange}
      acceptValueOnBlur
      placeholder={values.length === 0 && !readOnly ? filter.placeholder : undefined}
    />
  )
}

type FilterEditorProps = {
  label: string
  description?: string
  value: PeopleFilter
  onChange: (filter: PeopleFilter) => void
  readOnly?: boolean
  errorOf?: (field: string) => ReactNode
}

export const filterFieldLabel = (field: string): string => {
  const key = customFilterKeyOf(field)
  if (key !== undefined) return strings.filter.custom(key)
  return (strings.filter.fields as Record<string, string>)[field] ?? field
}

/** Edits a filter condition by condition, with the same fields as the list of people. */
export function FilterEditor({ label, description, value, onChange, readOnly = false, errorOf }: FilterEditorProps) {
  const fields = Object.keys(value)
  return (
    <Input.Wrapper label={label} description={description} labelElement="div" role="group" aria-label={label}>
      <Stack gap="xs" mt={6}>
        <Text size="sm" className="quiet">
          {fields.length === 0 ? strings.filter.everybody : strings.filter.all}
        </Text>
        {fields.map((field) => (
          <Condition
            key={field}
            field={field}
            values={filterValuesOf(value[field])}
            readOnly={readOnly}
            error={errorOf?.(field)}
            onChange={(values) => onChange(setFilterValues(value, field, values))}
            onRemove={() => onChange(removeFilterField(value, field))}
          />
        ))}
        {!readOnly && (
          <AddCondition usedFields={fields} onAdd={(field) => onChange(setFilterValues(value, field, []))} />
        )}
      </Stack>
    </Input.Wrapper>
  )
}

type ConditionProps = {
  field: string
  values: string[]
  readOnly: boolean
  error: ReactNode
  onChange: (values: string[]) => void
  onRemove: () => void
}

function Condition({ field, values, readOnly, error, onChange, onRemove }: ConditionProps) {
  const name = filterFieldLabel(field)
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <TextInput
        aria-label={strings.filter.field}
        value={name}
        readOnly
        tabIndex={-1}
        w={{ base: 120, xs: 220 }}
        variant="filled"
        style={{ flexShrink: 0 }}
      />
      <ConditionValues {...{ field, name, values, readOnly, error, onChange }} />
      {!readOnly && (
        <ActionIcon variant="subtle" color="gray" mt={4} onClick={onRemove} aria-label={strings.filter.remove(name)}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}

function AddCondition({ usedFields, onAdd }: { usedFields: readonly string[]; onAdd: (field: string) => void }) {
  const custom = useCustomFields().map((key) => customFilterField(key))
  const free = [...filterFields, ...custom].filter((field) => !usedFields.includes(field))
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" size="xs" w="fit-content" leftSection={<IconPlus size={14} aria-hidden />}>
          {strings.filter.add}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {free.map((field) => (
          <Menu.Item key={field} onClick={() => onAdd(field)}>
            {filterFieldLabel(field)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

export function useCustomFields(): string[] {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('people-fields', 'all'),
    queryFn: async ({ signal }) => (await agent.api.get('/people-fields', { signal })).data,
  })
  return data?.map(({ key }) => key) ?? []
}
