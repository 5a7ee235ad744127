import { ActionIcon, Badge, Button, Group, Skeleton, Text, Tooltip } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconPencil, IconPlus, IconTrash, IconUsersGroup } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { language } from '#i18n/language.ts'
import { strings } from '#i18n/people.ts'
import { useRepresentatives } from '../../../api/lookups.ts'
import { useList } from '../../../api/paged-list.ts'
import { useAgent, useCan, useRouteIds } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import { deleteWithUndo } from '../../../components/notify.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { EmptyState, ErrorAlert } from '../../../components/PageStates.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { PeopleTabs } from '../PeopleTabs.tsx'
import { filterLabel, usePeopleFields, valueLabel } from '../people-fields.ts'
import { type SegmentFilter, toPeopleSearch } from '../people-search.ts'
import { SegmentModal } from './SegmentModal.tsx'

type Segment = Schema<'Segment'>
type SegmentEdit = { segment?: Segment } | undefined
const { segments } = strings

export function SegmentsPage() {
  const agent = useAgent()
  const may = useCan('editor')
  const [editing, setEditing] = useState<SegmentEdit>()
  const { rows, hide, bringBack, error, refetch, more } = useSegments()
  const remove = ({ id, name }: Segment) =>
    deleteWithUndo({
      name,
      hide: () => hide(id),
      restore: () => bringBack(id),
      remove: () => agent.api.delete('/segments/{segmentId}', { path: { segmentId: id } }),
    })
  const add = may && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing({})}>
      {segments.new}
    </Button>
  )
  const columns = buildSegmentColumns(may ? { edit: (segment) => setEditing({ segment }), remove } : undefined)
  return (
    <PageLayout title={segments.title} lead={segments.lead} actions={add}>
      <PeopleTabs />
      {error ? (
        <ErrorAlert error={error} retry={refetch} />
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
    </PageLayout>
  )
}

/** Without those pending deletion. */
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

type SegmentActions = { edit: (segment: Segment) => void; remove: (segment: Segment) => void }

function buildSegmentColumns(acts: SegmentActions | undefined): DataColumn<Segment>[] {
  return [
    { id: 'name', label: segments.name, cell: (segment) => <Name segment={segment} /> },
    {
      id: 'filter',
      label: segments.filter,
      wide: true,
      cell: ({ filter }) => <FilterSummary filter={filter as SegmentFilter} />,
    },
    {
      id: 'count',
      label: segments.count,
      align: 'right',
      cell: ({ id, updatedAt }) => <SegmentCount id={id} updatedAt={updatedAt} />,
    },
    { id: 'changed', label: segments.changed, wide: true, cell: ({ updatedAt }) => <Timestamp at={updatedAt} /> },
    ...(acts
      ? [
          {
            id: 'actions',
            label: segments.actions,
            align: 'right' as const,
            cell: (segment: Segment) => <SegmentActions segment={segment} acts={acts} />,
          },
        ]
      : []),
  ]
}

function Name({ segment: { name, filter } }: { segment: Segment }) {
  const routeIds = useRouteIds()
  const search = toPeopleSearch(filter as SegmentFilter)
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
      params={routeIds}
      search={search}
      size="sm"
      fw={500}
      title={segments.openOf(name)}
    >
      {name}
    </AnchorLink>
  )
}

function FilterSummary({ filter }: { filter: SegmentFilter }) {
  const fields = usePeopleFields()
  const representatives = useRepresentatives()
  const entries = Object.entries(filter)
  if (entries.length === 0) return <Text size="sm">{segments.everyone}</Text>
  return (
    <Group gap={4}>
      {entries.map(([name, value]) => (
        <Badge key={name} variant="default" tt="none" fw={500}>
          {strings.filter.chip(
            filterLabel(name, { fields }),
            strings.filter.anyOf([value].flat().map((one) => valueLabel(name, one, { representatives }))),
          )}
        </Badge>
      ))}
    </Group>
  )
}

/** Loaded separately, so that a large segment does not delay the others. */
function SegmentCount({ id, updatedAt }: { id: string; updatedAt: string }) {
  const agent = useAgent()
  const { data, isError } = useQuery({
    queryKey: agent.key('segments', 'count', id, updatedAt),
    queryFn: ({ signal }) => agent.api.get('/segments/{segmentId}/count', { path: { segmentId: id }, signal }),
  })
  if (isError) return null
  return data ? data.count.toLocaleString(language) : <Skeleton h={14} w={40} ml="auto" />
}

function SegmentActions({ segment, acts: { edit, remove } }: { segment: Segment; acts: SegmentActions }) {
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
