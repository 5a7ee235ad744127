import { MultiSelect, TagsInput, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { channelNames } from '#i18n/channel-names.ts'
import { strings } from '#i18n/outreach.ts'
import { isDayField } from './people-filter.ts'

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

/** The values of one condition, by what the field takes. */
export function ConditionValues({ field, name, values, readOnly, error, onChange }: ConditionValuesProps) {
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
