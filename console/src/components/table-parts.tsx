import { Checkbox, Group, Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { strings } from '#i18n/app.ts'

type SelectAllProps<Row> = {
  rows: readonly Row[]
  rowId: (row: Row) => string
  selected: ReadonlySet<string>
  onSelect: (ids: Set<string>) => void
  width: number
}

/** The heading above the checkboxes of the rows. */
export function SelectAllHeading<Row>({ rows, rowId, selected, onSelect, width }: SelectAllProps<Row>) {
  const all = rows.length > 0 && rows.every((row) => selected.has(rowId(row)))
  return (
    <Table.Th w={width}>
      <Checkbox
        aria-label={strings.table.selectAll}
        checked={all}
        indeterminate={!all && selected.size > 0}
        onChange={() => onSelect(all ? new Set() : new Set(rows.map(rowId)))}
      />
    </Table.Th>
  )
}

export const toggleSelected = (ids: ReadonlySet<string> | undefined, id: string): Set<string> => {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

type SortHeadingProps = {
  label: ReactNode
  /** The field name that the server sorts by. */
  name: string
  /** `name` or `-name`, in the API's syntax. */
  sort: string | undefined
  onSort: (sort: string) => void
  align?: 'right' | undefined
  visibleFrom?: 'sm' | undefined
  width?: number | undefined
  /** Class of the button. */
  className?: string | undefined
}

/** A heading that sorts by its column, and in reverse when it already does. */
export function SortHeading({ label, name, sort, onSort, align, visibleFrom, width, className }: SortHeadingProps) {
  const down = sort === `-${name}`
  const sorted = down || sort === name
  const Arrow = down ? IconArrowDown : IconArrowUp
  return (
    <Table.Th
      w={width}
      ta={align}
      visibleFrom={visibleFrom}
      aria-sort={sorted ? (down ? 'descending' : 'ascending') : 'none'}
    >
      <UnstyledButton
        className={className}
        fz="inherit"
        fw="inherit"
        onClick={() => onSort(sort === name ? `-${name}` : name)}
      >
        <Group gap={4} wrap="nowrap">
          {label}
          {sorted && <Arrow size={14} aria-hidden />}
        </Group>
      </UnstyledButton>
    </Table.Th>
  )
}
