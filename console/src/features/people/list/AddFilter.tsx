import { Button, Popover, Select, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFilterPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { strings } from '#i18n/people.ts'

import { isFieldKey } from '../import/mapping.ts'
import { filterLabel, usePeopleFields } from '../people-fields.ts'
import { type AnyFilterName, customPrefix, filterNames } from '../people-search.ts'
import { CustomFieldKeyInput, FilterValue } from './FilterValue.tsx'

type Props = { onAdd: (name: AnyFilterName, value: string) => void }
const custom = 'custom'

export function AddFilter({ onAdd }: Props) {
  const [opened, { toggle, close }] = useDisclosure()
  return (
    <Popover opened={opened} onChange={(open) => !open && close()} trapFocus returnFocus shadow="md" width={300}>
      <Popover.Target>
        <Button variant="default" size="xs" leftSection={<IconFilterPlus size={16} aria-hidden />} onClick={toggle}>
          {strings.filter.add}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={strings.filter.add}>
        <FilterBeingAdded
          onAdd={(name, value) => {
            onAdd(name, value)
            close()
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

function FilterBeingAdded({ onAdd }: Props) {
  const fields = usePeopleFields()
  const [chosen, setChosen] = useState<string>('status')
  const [key, setKey] = useState('')
  const [value, setValue] = useState('')
  const name = (chosen === custom ? `${customPrefix}${key}` : chosen) as AnyFilterName
  const ready = value.trim() !== '' && (chosen !== custom || isFieldKey(key))
  const options = [
    ...filterNames.map((one) => ({ value: one as string, label: filterLabel(one, { fields }) })),
    { value: custom, label: strings.filter.customField },
  ]
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) onAdd(name, value.trim())
      }}
    >
      <Stack gap="sm">
        <Select
          label={strings.filter.field}
          data={options}
          value={chosen}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          onChange={(next) => {
            setChosen(next ?? 'status')
            setValue('')
          }}
        />
        {chosen === custom && <CustomFieldKeyInput value={key} onChange={setKey} />}
        <FilterValue name={name} value={value} onChange={setValue} />
        <Button type="submit" disabled={!ready}>
          {strings.filter.apply}
        </Button>
      </Stack>
    </form>
  )
}
