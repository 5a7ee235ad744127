import { Button, Select, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { strings } from '#i18n/people.ts'
import { useAgent } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { FormActions } from '../../../components/FormActions.tsx'
import { notify } from '../../../components/notify.tsx'
import { ErrorAlert } from '../../../components/PageStates.tsx'
import { displayNameOf, type Person } from '../people-fields.ts'
import { isRecordedInJournal, type MergeRow, mergeRows } from './merge-rows.ts'
import { useInvalidatePerson } from './usePerson.ts'

type Props = { person: Person; opened: boolean; onClose: () => void }
const texts = strings.merge

export function MergeModal({ person, opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.title} size="xl">
      <MergeState person={person} onClose={onClose} />
    </Dialog>
  )
}

function MergeState({ person, onClose }: Omit<Props, 'opened'>) {
  const { api } = useAgent()
  const changed = useInvalidatePerson(person.id)
  const [other, setOther] = useState<Person>()
  const merging = useMutation({
    mutationFn: (fromPersonId: string) =>
      api.post('/people/{personId}/_merge', { path: { personId: person.id }, body: { fromPersonId } }),
    onSuccess: async () => {
      notify.success(texts.done)
      onClose()
      await changed()
    },
  })
  return (
    <Stack>
      <Text>{texts.text(displayNameOf(person))}</Text>
      <PersonFinder person={person} onFound={setOther} />
      {merging.error && <ErrorAlert error={merging.error} />}
      {other && <MergePreview into={person} from={other} />}
      <FormActions>
        <Button variant="default" onClick={onClose}>
          {strings.cancel}
        </Button>
        <Button
          color="red"
          disabled={!other}
          loading={merging.isPending}
          onClick={() => other && merging.mutate(other.id)}
        >
          {texts.go}
        </Button>
      </FormActions>
    </Stack>
  )
}

function PersonFinder({ person, onFound }: { person: Person; onFound: (other: Person | undefined) => void }) {
  const agent = useAgent()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 200)
  const { data } = useQuery({
    queryKey: agent.key('people', 'merge', q),
    queryFn: ({ signal }) =>
      agent.api.get('/people', { query: { ...(q && { q: q.slice(0, 200) }), limit: 20 }, signal }),
    placeholderData: keepPreviousData,
  })
  const others = (data?.data ?? []).filter(({ id }) => id !== person.id)
  return (
    <Select
      label={texts.find}
      description={texts.findHint}
      data={others.map((one) => ({ value: one.id, label: labelOf(one) }))}
      searchable
      filter={({ options }) => options}
      nothingFoundMessage={texts.noMatches}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id) => onFound(others.find((one) => one.id === id))}
      data-autofocus
    />
  )
}

const labelOf = (person: Person): string =>
  [...new Set([displayNameOf(person), person.phone, person.email].filter(Boolean))].join(' · ')

const formatCell = (field: string, value: string | undefined): string | undefined =>
  field === 'status' ? strings.statuses[value as Person['status']] : value

const mergeColumns: DataColumn<MergeRow>[] = [
  {
    id: 'field',
    label: texts.field,
    cell: ({ custom, field }) => (custom ? field : (strings.fields[field] ?? field)),
  },
  { id: 'mine', label: texts.mine, cell: ({ field, mine }) => formatCell(field, mine) },
  { id: 'theirs', label: texts.theirs, cell: ({ field, theirs }) => formatCell(field, theirs) },
  {
    id: 'result',
    label: texts.result,
    cell: (row) => texts.results[isRecordedInJournal(row) ? 'journal' : row.keeps],
  },
]

function MergePreview({ into, from }: { into: Person; from: Person }) {
  const rows = mergeRows(into, from)
  return (
    <Stack gap="xs">
      <DataTable
        label={texts.table}
        columns={mergeColumns}
        rows={rows}
        rowId={({ custom, field }) => `${custom} ${field}`}
        maxHeight={340}
        layout="fixed"
      />
      {from.identities.length > 0 && <Text size="sm">{texts.identities(from.identities.length)}</Text>}
    </Stack>
  )
}
