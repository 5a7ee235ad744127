import { Autocomplete, Select, TextInput } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { language } from '#i18n/language.ts'
import { strings } from '#i18n/people.ts'
import { useLocations, useRepresentatives } from '../../../api/lookups.ts'
import { usePeopleFields, valueLabel } from '../people-fields.ts'
import { closedPeopleFilters, customPrefix, isCustomFilter } from '../people-search.ts'

type Props = { name: string; value: string; onChange: (value: string) => void; label?: string }
const inside = { withinPortal: false }

/** The value input of one filter: a select for closed lists, a date for times, otherwise text. */
export function FilterValue({ name, value, onChange, label = strings.filter.value }: Props) {
  const options = useOptions(name)
  if (/After$|Before$/.test(name)) {
    return (
      <DateInput
        locale={language}
        label={label}
        description={strings.filter.dateHint}
        valueFormat="YYYY-MM-DD"
        popoverProps={inside}
        value={value || null}
        onChange={(day) => onChange(day ?? '')}
      />
    )
  }
  if (options) {
    return (
      <Select
        label={label}
        data={options}
        searchable={options.length > 8}
        comboboxProps={inside}
        value={value || null}
        onChange={(next) => onChange(next ?? '')}
      />
    )
  }
  return (
    <TextInput
      label={label}
      maxLength={name === 'tag' ? 60 : 4000}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function useOptions(name: string): { value: string; label: string }[] | undefined {
  const fields = usePeopleFields()
  const representatives = useRepresentatives()
  const locations = useLocations()
  const labeled = (values: readonly string[]) =>
    values.map((value) => ({ value, label: valueLabel(name, value, { representatives, locations }) }))
  if (name in closedPeopleFilters) return labeled(closedPeopleFilters[name as keyof typeof closedPeopleFilters])
  if (name === 'assignedRepresentativeId' && representatives.length > 0)
    return labeled(representatives.map(({ id }) => id))
  if (name === 'preferredLocationId' && locations.length > 0) return labeled(locations.map(({ id }) => id))
  const field = isCustomFilter(name) ? fields.find(({ key }) => key === name.slice(customPrefix.length)) : undefined
  if (field?.type === 'enum') return labeled(field.options ?? [])
  return field?.type === 'boolean' ? labeled(['true', 'false']) : undefined
}

export function CustomFieldKeyInput({ value, onChange }: Omit<Props, 'name' | 'label'>) {
  const fields = usePeopleFields()
  return (
    <Autocomplete
      label={strings.filter.customKey}
      data={fields.map(({ key }) => key)}
      comboboxProps={inside}
      maxLength={128}
      value={value}
      onChange={onChange}
    />
  )
}
