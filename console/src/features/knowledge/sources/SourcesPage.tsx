import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { IconFileText, IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { strings } from '#i18n/knowledge.ts'
import { language } from '#i18n/language.ts'
import { useList } from '../../../api/paged-list.ts'
import { useAgent, useCan } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { deleteWithUndo } from '../../../components/notify.tsx'
import { EmptyState, ErrorAlert } from '../../../components/PageStates.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { KnowledgeFrame } from '../KnowledgeFrame.tsx'
import { AddSource } from './AddSource.tsx'
import { type KnowledgeSource, SourceDrawer, useRefreshSource } from './SourceDrawer.tsx'

const from = '/orgs/$org/agents/$agent/knowledge/sources'
const { sources: texts } = strings

export function SourcesPage() {
  const can = useCan('editor')
  const { open } = useSearch({ from })
  const navigate = useNavigate({ from })
  const [adding, setAdding] = useState(false)
  const { rows, error, refetch, more, drop } = useSources()
  const show = (id: string | undefined) => void navigate({ to: from, params: true, search: { open: id } })
  const add = can && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {texts.add}
    </Button>
  )
  const source = rows?.find(({ id }) => id === open)
  return (
    <KnowledgeFrame actions={add}>
      {error ? (
        <ErrorAlert error={error} retry={refetch} />
      ) : (
        <DataTable
          label={texts.label}
          columns={can ? [...columns, actions(drop)] : columns}
          rows={rows}
          rowId={({ id }) => id}
          rowName={({ name }) => name}
          onOpen={({ id }) => show(id)}
          more={more}
          empty={<EmptyState icon={IconFileText} title={texts.emptyTitle} text={texts.emptyText} action={add} />}
        />
      )}
      <AddSource opened={adding} onClose={() => setAdding(false)} />
      {source && <SourceDrawer source={source} onClose={() => show(undefined)} />}
    </KnowledgeFrame>
  )
}

/** The list, polled often while a source is being read. */
function useSources() {
  const agent = useAgent()
  const queries = useQueryClient()
  const key = agent.key('knowledge', 'sources')
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [pending, setPending] = useState(false)
  const list = useList(
    key,
    async (page, signal) => agent.api.get('/knowledge/sources', { query: { ...page, limit: 50 }, signal }),
    { refetchInterval: pending && 1_500 },
  )
  const isPending = list.rows?.some(({ status }) => status === 'pending') ?? false
  if (isPending !== pending) setPending(isPending)
  const drop = ({ id, name }: KnowledgeSource) =>
    deleteWithUndo({
      name,
      hide: () => setHidden((before) => new Set([...before, id])),
      restore: () => setHidden((before) => new Set([...before].filter((one) => one !== id))),
      remove: async () => {
        await agent.api.delete('/knowledge/sources/{sourceId}', { path: { sourceId: id } })
        await queries.invalidateQueries({ queryKey: key })
      },
    })
  return { ...list, rows: list.rows?.filter(({ id }) => !hidden.has(id)), drop }
}

const columns: DataColumn<KnowledgeSource>[] = [
  { id: 'name', label: texts.name, cell: ({ name }) => name },
  { id: 'kind', label: texts.kind, cell: ({ kind }) => texts.kinds[kind], wide: true },
  { id: 'status', label: texts.status, cell: (source) => <SourceStatus source={source} /> },
  {
    id: 'passages',
    label: texts.passages,
    cell: ({ passageCount }) => passageCount.toLocaleString(language),
    align: 'right',
    wide: true,
  },
  { id: 'read', label: texts.read, cell: ({ refreshedAt }) => <Timestamp at={refreshedAt} />, wide: true },
]

function SourceStatus({ source: { status, lastError } }: { source: KnowledgeSource }) {
  return (
    <Stack gap={2} role="status">
      <StatusBadge status={status === 'pending' ? 'running' : status} label={texts.statuses[status]} />
      {lastError && (
        <Text size="sm" lineClamp={2}>
          {lastError}
        </Text>
      )}
    </Stack>
  )
}

function actions(drop: (source: KnowledgeSource) => void): DataColumn<KnowledgeSource> {
  return {
    id: 'actions',
    label: texts.details,
    align: 'right',
    cell: (source) => <SourceActions source={source} drop={drop} />,
  }
}

function SourceActions({ source, drop }: { source: KnowledgeSource; drop: (source: KnowledgeSource) => void }) {
  const refresh = useRefreshSource(source)
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <ActionIcon
        variant="subtle"
        aria-label={texts.refreshOf(source.name)}
        onClick={() => refresh.mutate()}
        loading={refresh.isPending}
      >
        <IconRefresh size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" color="red" aria-label={texts.deleteOf(source.name)} onClick={() => drop(source)}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
