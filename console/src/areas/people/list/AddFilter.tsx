import { Button, Popover, Select, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFilterPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { words } from '#words/people.ts'
import { filterLabel } from '../filter-words.ts'
import { isFieldKey } from '../import/mapping.ts'
import { usePeopleFields } from '../reads.ts'
import { type AnyFilterName, customPrefix, filterNames } from '../search.ts'
import { CustomKey, FilterValue } from './FilterValue.tsx'

type Given = { onAdd: (name: AnyFilterName, value: string) => void }
const custom = 'custom'

export function AddFilter({ onAdd }: Given) {
  const [opened, { toggle, close }] = useDisclosure()
  return (
    <Popover opened={opened} onChange={(open) => !open && close()} trapFocus returnFocus shadow="md" width={300}>
      <Popover.Target>
        <Button variant="default" size="xs" leftSection={<IconFilterPlus size={16} aria-hidden />} onClick={toggle}>
          {words.filter.add}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={words.filter.add}>
        <Adding
          onAdd={(name, value) => {
            onAdd(name, value)
            close()
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

function Adding({ onAdd }: Given) {
  const fields = usePeopleFields()
  const [chosen, setChosen] = useState<string>('status')
  const [key, setKey] = useState('')
  const [value, setValue] = useState('')
  const name = (chosen === custom ? `${customPrefix}${key}` : chosen) as AnyFilterName
  const ready = value.trim() !== '' && (chosen !== custom || isFieldKey(key))
  const options = [
    ...filterNames.map((one) => ({ value: one as string, label: filterLabel(one, { fields }) })),
    { value: custom, label: words.filter.customField },
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
          label={words.filter.field}
          data={options}
          value={chosen}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          onChange={(next) => {
            setChosen(next ?? 'status')
            setValue('')
          }}
        />
        {chosen === custom && <CustomKey value={key} onChange={setKey} />}
        <FilterValue name={name} value={value} onChange={setValue} />
        <Button type="submit" disabled={!ready}>
          {words.filter.apply}
        </Button>
      </Stack>
    </form>
  )
}
