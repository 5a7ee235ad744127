import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconColumns3 } from '@tabler/icons-react'
import { strings } from '#i18n/people.ts'
import { useAgent } from '../../../app/current-org.ts'
import { defaultColumns, type PersonColumn } from './people-columns.tsx'

/** Which columns one looks at, kept in this browser for each agent. */
export function useVisibleColumns() {
  const agent = useAgent()
  return useLocalStorage<string[]>({
    key: `parley.people.columns.${agent.id}`,
    defaultValue: defaultColumns,
    getInitialValueInEffect: false,
  })
}

type ColumnsMenuProps = {
  columns: readonly PersonColumn[]
  shown: readonly string[]
  onChange: (shown: string[]) => void
}

export function ColumnsMenu({ columns, shown, onChange }: ColumnsMenuProps) {
  return (
    <Popover shadow="md" position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" size="xs" leftSection={<IconColumns3 size={16} aria-hidden />} visibleFrom="sm">
          {strings.list.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={strings.list.columns}>
        <Checkbox.Group value={[...shown]} onChange={onChange} aria-label={strings.list.columns}>
          <Stack gap="xs" mah={400} style={{ overflow: 'auto' }} p={4}>
            {columns.map(({ id, label }) => (
              <Checkbox key={id} value={id} label={label} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  )
}
