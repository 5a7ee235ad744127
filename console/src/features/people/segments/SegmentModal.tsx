import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { Invalid, type Schema } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { strings } from '#i18n/people.ts'
import { useAgent } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { notify } from '../../../components/notify.tsx'
import type { SegmentFilter } from '../people-search.ts'
import { SegmentFilters } from './SegmentFilters.tsx'

type SegmentModalProps = { opened: boolean; onClose: () => void; segment?: Schema<'Segment'>; filter?: SegmentFilter }
const { segments } = strings

/** A new segment, perhaps of the filters that one has just chosen, or another word for one that is there. */
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
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {segment ? strings.save : segments.create}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
