import { ActionIcon, Badge, Button, Group, Skeleton, Text, Tooltip } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconPencil, IconPlus, IconTrash, IconUsersGroup } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { words } from '#words/people.ts'
import { useList } from '../../../api/pages.ts'
import { useAgent, useCan, usePlace } from '../../../app/org.ts'
import { type Column, DataTable } from '../../../parts/DataTable.tsx'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { AnchorLink } from '../../../parts/links.tsx'
import { Page } from '../../../parts/Page.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { deleteWithUndo } from '../../../parts/tell.tsx'
import { When } from '../../../parts/When.tsx'
import { filterLabel, valueLabel } from '../filter-words.ts'
import { PeopleTabs } from '../PeopleTabs.tsx'
import { usePeopleFields, useRepresentatives } from '../reads.ts'
import { type SegmentFilter, searchOfSegment } from '../search.ts'
import { SegmentModal } from './SegmentModal.tsx'

type Segment = Schema<'Segment'>
type Editing = { segment?: Segment } | undefined
const { segments } = words

export function SegmentsPage() {
  const agent = useAgent()
  const may = useCan('editor')
  const [editing, setEditing] = useState<Editing>()
  const { rows, hide, bringBack, error, refetch, more } = useSegments()
  const remove = ({ id, name }: Segment) =>
    deleteWithUndo({
      name,
      hide: () => hide(id),
      bringBack: () => bringBack(id),
      remove: () => agent.api.delete('/segments/{segmentId}', { path: { segmentId: id } }),
    })
  const add = may && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing({})}>
      {segments.new}
    </Button>
  )
  const columns = columnsOf(may ? { edit: (segment) => setEditing({ segment }), remove } : undefined)
  return (
    <Page title={segments.title} lead={segments.lead} actions={add}>
      <PeopleTabs />
      {error ? (
        <Trouble error={error} retry={refetch} />
      ) : (
        <DataTable
          label={segments.table}
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          more={more}
          empty={
            <EmptyState icon={IconUsersGroup} title={segments.emptyTitle} text={segments.emptyText} action={add} />
          }
        />
      )}
      <SegmentModal
        key={editing?.segment?.id ?? 'new'}
        opened={editing !== undefined}
        segment={editing?.segment}
        onClose={() => setEditing(undefined)}
      />
    </Page>
  )
}

/** Without those that are about to be deleted. */
function useSegments() {
  const agent = useAgent()
  const queries = useQueryClient()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const list = useList(agent.key('segments', 'list'), (page, signal) =>
    agent.api.get('/segments', { query: { ...page, limit: 50 }, signal }),
  )
  return {
    ...list,
    rows: list.rows?.filter(({ id }) => !hidden.has(id)),
    hide: (id: string) => setHidden((before) => new Set([...before, id])),
    bringBack: (id: string) => {
      setHidden((before) => new Set([...before].filter((one) => one !== id)))
      void queries.invalidateQueries({ queryKey: agent.key('segments') })
    },
  }
}

type Acts = { edit: (segment: Segment) => void; remove: (segment: Segment) => void }

function columnsOf(acts: Acts | undefined): Column<Segment>[] {
  return [
    { id: 'name', label: segments.name, cell: (segment) => <Name segment={segment} /> },
    {
      id: 'filter',
      label: segments.filter,
      wide: true,
      cell: ({ filter }) => <Meaning filter={filter as SegmentFilter} />,
    },
    {
      id: 'count',
      label: segments.count,
      align: 'right',
      cell: ({ id, updatedAt }) => <Count id={id} updatedAt={updatedAt} />,
    },
    { id: 'changed', label: segments.changed, wide: true, cell: ({ updatedAt }) => <When at={updatedAt} /> },
    ...(acts
      ? [
          {
            id: 'actions',
            label: segments.actions,
            align: 'right' as const,
            cell: (segment: Segment) => <Acts segment={segment} acts={acts} />,
          },
        ]
      : []),
  ]
}

function Name({ segment: { name, filter } }: { segment: Segment }) {
  const place = usePlace()
  const search = searchOfSegment(filter as SegmentFilter)
  if (!search) {
    return (
      <Text size="sm" fw={500} title={segments.alternatives}>
        {name}
      </Text>
    )
  }
  return (
    <AnchorLink
      to="/orgs/$org/agents/$agent/people"
      params={place}
      search={search}
      size="sm"
      fw={500}
      title={segments.openOf(name)}
    >
      {name}
    </AnchorLink>
  )
}

function Meaning({ filter }: { filter: SegmentFilter }) {
  const fields = usePeopleFields()
  const representatives = useRepresentatives()
  const entries = Object.entries(filter)
  if (entries.length === 0) return <Text size="sm">{segments.everyone}</Text>
  return (
    <Group gap={4}>
      {entries.map(([name, value]) => (
        <Badge key={name} variant="default" tt="none" fw={500}>
          {words.filter.chip(
            filterLabel(name, { fields }),
            words.filter.anyOf([value].flat().map((one) => valueLabel(name, one, { representatives }))),
          )}
        </Badge>
      ))}
    </Group>
  )
}

/** Each counts for itself: a large one keeps no other waiting. */
function Count({ id, updatedAt }: { id: string; updatedAt: string }) {
  const agent = useAgent()
  const { data, isError } = useQuery({
    queryKey: agent.key('segments', 'count', id, updatedAt),
    queryFn: ({ signal }) => agent.api.get('/segments/{segmentId}/count', { path: { segmentId: id }, signal }),
  })
  if (isError) return null
  return data ? data.count.toLocaleString('en') : <Skeleton h={14} w={40} ml="auto" />
}

function Acts({ segment, acts: { edit, remove } }: { segment: Segment; acts: Acts }) {
  const { name } = segment
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <Tooltip label={segments.edit(name)}>
        <ActionIcon variant="subtle" aria-label={segments.edit(name)} onClick={() => edit(segment)}>
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={segments.delete(name)}>
        <ActionIcon variant="subtle" color="red" aria-label={segments.delete(name)} onClick={() => remove(segment)}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}
