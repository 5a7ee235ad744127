import { Autocomplete, Select, TextInput } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { words } from '#words/people.ts'
import { valueLabel } from '../filter-words.ts'
import { usePeopleFields, useRepresentatives } from '../reads.ts'
import { closed, customPrefix, isCustom } from '../search.ts'

type Given = { name: string; value: string; onChange: (value: string) => void; label?: string }
const inside = { withinPortal: false }

/** The value of one filter: chosen where there is a list, a day where it is about time, else written. */
export function FilterValue({ name, value, onChange, label = words.filter.value }: Given) {
  const options = useOptions(name)
  if (/After$|Before$/.test(name)) {
    return (
      <DateInput
        label={label}
        description={words.filter.dateHint}
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
  const labelled = (values: readonly string[]) =>
    values.map((value) => ({ value, label: valueLabel(name, value, { representatives }) }))
  if (name in closed) return labelled(closed[name as keyof typeof closed])
  if (name === 'assignedRepresentativeId' && representatives.length > 0)
    return labelled(representatives.map(({ id }) => id))
  const field = isCustom(name) ? fields.find(({ key }) => key === name.slice(customPrefix.length)) : undefined
  if (field?.type === 'enum') return labelled(field.options ?? [])
  return field?.type === 'boolean' ? labelled(['true', 'false']) : undefined
}

export function CustomKey({ value, onChange }: Omit<Given, 'name' | 'label'>) {
  const fields = usePeopleFields()
  return (
    <Autocomplete
      label={words.filter.customKey}
      data={fields.map(({ key }) => key)}
      comboboxProps={inside}
      maxLength={128}
      value={value}
      onChange={onChange}
    />
  )
}
