import { Checkbox, Group, Stack, Table, Text } from '@mantine/core'
import { memo } from 'react'
import { words as app } from '#words/app.ts'
import { usePlace } from '../../../app/org.ts'
import { AnchorLink } from '../../../parts/links.tsx'
import { nameOf, type Person } from '../names.ts'
import { ConsentBadge, type PersonColumn, PersonStatusBadge } from './columns.tsx'
import classes from './people-table.module.css'

type Given = {
  person: Person
  at: number
  columns: readonly PersonColumn[]
  narrow: boolean
  active: boolean
  chosen?: boolean
  onChoose?: (id: string) => void
  onOpen: (person: Person) => void
}

export const PersonRow = memo(function PersonRow(given: Given) {
  const { person, at, columns, narrow, active, chosen, onChoose, onOpen } = given
  return (
    <Table.Tr
      aria-rowindex={at + 2}
      data-active={active || undefined}
      data-chosen={chosen || undefined}
      className={narrow ? classes.tall : classes.row}
      onClick={() => onOpen(person)}
    >
      {onChoose && (
        <Table.Td onClick={(event) => event.stopPropagation()}>
          <Checkbox
            aria-label={app.table.select(nameOf(person))}
            checked={chosen ?? false}
            onChange={() => onChoose(person.id)}
          />
        </Table.Td>
      )}
      <Table.Td>
        <NameCell person={person} narrow={narrow} />
      </Table.Td>
      {columns.map(({ id, cell }) => (
        <Table.Td key={id}>{cell(person)}</Table.Td>
      ))}
    </Table.Tr>
  )
})

function NameCell({ person, narrow }: { person: Person; narrow: boolean }) {
  const place = usePlace()
  const name = nameOf(person)
  const link = (
    <AnchorLink
      to="/orgs/$org/agents/$agent/people/$personId"
      params={{ ...place, personId: person.id }}
      fw={500}
      size="sm"
      truncate="end"
      display="block"
      c="inherit"
      title={name}
      onClick={(event) => event.stopPropagation()}
    >
      {name}
    </AnchorLink>
  )
  if (!narrow) return link
  return (
    <Stack gap={2}>
      {link}
      <Group gap={6} wrap="nowrap">
        <PersonStatusBadge status={person.status} />
        <ConsentBadge status={person.consent.status} />
        <Text size="xs" className="quiet" truncate="end">
          {person.phone ?? person.email}
        </Text>
      </Group>
    </Stack>
  )
}
