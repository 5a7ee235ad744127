import { Button, CloseButton, Group, MultiSelect, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import { Invalid, type Schema } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { strings } from '#i18n/people.ts'
import { useRepresentatives } from '../../../api/lookups.ts'
import { useAgent } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { FormActions } from '../../../components/FormActions.tsx'
import { notify } from '../../../components/notify.tsx'
import { AddFilter } from '../list/AddFilter.tsx'
import { FilterValue } from '../list/FilterValue.tsx'
import { filterLabel, usePeopleFields, valueLabel } from '../people-fields.ts'
import { closedPeopleFilters, type SegmentFilter } from '../people-search.ts'

type Errors = readonly { field: string; message: string }[]
type SegmentFiltersProps = { filter: SegmentFilter; onChange: (filter: SegmentFilter) => void; errors: Errors }

/** One row per filter, each with one or more values. */
function SegmentFilters({ filter, onChange, errors }: SegmentFiltersProps) {
  const fields = usePeopleFields()
  const entries = Object.entries(filter)
  return (
    <Stack gap="sm">
      <Text size="sm" fw={500}>
        {strings.segments.filter}
      </Text>
      {entries.length === 0 && <Text className="quiet">{strings.segments.everyone}</Text>}
      {entries.map(([name, value]) => (
        <Group key={name} align="flex-end" wrap="nowrap">
          <Values
            name={name}
            label={filterLabel(name, { fields })}
            value={value}
            error={errors.find(({ field }) => field.startsWith(`filter.${name}`))?.message}
            onChange={(next) => onChange({ ...filter, [name]: next })}
          />
          <CloseButton
            size="lg"
            aria-label={strings.filter.remove(filterLabel(name, { fields }))}
            onClick={() => onChange(Object.fromEntries(entries.filter(([other]) => other !== name)))}
          />
        </Group>
      ))}
      <Group>
        <AddFilter onAdd={(name, value) => onChange({ ...filter, [name]: joinErrors(filter[name], value) })} />
      </Group>
    </Stack>
  )
}

function joinErrors(before: string | string[] | undefined, value: string): string | string[] {
  if (before === undefined) return value
  return [...new Set([before, value].flat())]
}

type ValuesProps = {
  name: string
  label: string
  value: string | string[]
  error?: string
  onChange: (value: string | string[]) => void
}

/** A single value stays a string, as in the API. */
const plain = (values: string[]): string | string[] =>
  values.length === 1 && values[0] !== undefined ? values[0] : values

function Values({ name, label, value, error, onChange }: ValuesProps) {
  const representatives = useRepresentatives()
  const values = [value].flat()
  const shared = { label, error, flex: 1, value: values, onChange: (next: string[]) => onChange(plain(next)) }
  if (name === 'q') {
    const write = (text: string) => onChange(text)
    return <TextInput {...shared} value={values.join(' ')} onChange={(event) => write(event.currentTarget.value)} />
  }
  if (name in closedPeopleFilters) {
    const options = closedPeopleFilters[name as keyof typeof closedPeopleFilters]
    return (
      <MultiSelect
        {...shared}
        data={options.map((one) => ({ value: one as string, label: valueLabel(name, one, { representatives }) }))}
      />
    )
  }
  if (/After$|Before$/.test(name)) return <FilterValue {...{ name, label, onChange }} value={values[0] ?? ''} />
  return <TagsInput {...shared} />
}

type SegmentModalProps = { opened: boolean; onClose: () => void; segment?: Schema<'Segment'>; filter?: SegmentFilter }
const { segments } = strings

/** Creates a segment, optionally from the current filters, or edits an existing one. */
export function SegmentModal({ opened, onClose, segment, filter }: SegmentModalProps) {
  const title = segment ? segments.editTitle : segments.newTitle
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="lg">
      <SegmentForm segment={segment} filter={filter} onClose={onClose} />
    </Dialog>
  )
}

function SegmentForm({ segment, filter: props, onClose }: Omit<SegmentModalProps, 'opened'>) {
  const agent = useAgent()
  const queries = useQueryClient()
  const [name, setName] = useState(segment?.name ?? '')
  const [filter, setFilter] = useState<SegmentFilter>((segment?.filter as SegmentFilter) ?? props ?? {})
  const saving = useMutation({
    mutationFn: () => {
      const body = { name, filter }
      if (!segment) return agent.api.post('/segments', { body })
      return agent.api.put('/segments/{segmentId}', { path: { segmentId: segment.id }, body })
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: agent.key('segments') })
      notify.success(segments.created(name))
      onClose()
    },
  })
  const errors = saving.error instanceof Invalid ? saving.error.errors : []
  const nameError = errors.find(({ field }) => field === 'name')?.message
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate()
      }}
    >
      <Stack>
        {saving.error && <RefusalSummary error={saving.error} />}
        <TextInput
          label={segments.name}
          data-autofocus
          error={nameError}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <SegmentFilters filter={filter} onChange={setFilter} errors={errors} />
        <Text size="sm" className="quiet">
          {segments.several}
        </Text>
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {segment ? strings.save : segments.create}
          </Button>
        </FormActions>
      </Stack>
    </form>
  )
}
