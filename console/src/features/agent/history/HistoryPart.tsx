import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { strings } from '#i18n/agent.ts'
import { strings as texts } from '#i18n/history.ts'
import { useAgent, useCan } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { notify } from '../../../components/notify.tsx'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { SectionHead } from '../../../components/section/SectionFrame.tsx'
import { useInvalidateAgent } from '../../../components/section/useInvalidateAgent.ts'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { describeValue } from './describe-value.ts'

const pageSize = 50

type Version = {
  version: number
  at: string
  by: { type: string; id: string; name?: string }
  summary: string
  label?: string
  restoredFrom?: number
}

/** Who changed what, newest first, with what differs from live and a way back. */
export function HistoryPart() {
  const agent = useAgent()
  const read = useInfiniteQuery({
    queryKey: agent.key('versions'),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam }) =>
      agent.api.get('/versions', {
        query: { limit: pageSize, ...(pageParam !== undefined && { pageToken: pageParam }) },
        signal,
      }),
    getNextPageParam: ({ nextPageToken }) => nextPageToken,
  })
  const versions = read.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Stack>
      <SectionHead title={strings.parts.history} lead={texts.lead} />
      {read.error && <ErrorAlert error={read.error} retry={read.refetch} />}
      {read.isPending && <Loading />}
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {versions.map((version, at) => (
          <VersionRow key={version.version} version={version} isLive={at === 0} />
        ))}
      </Stack>
      {read.hasNextPage && (
        <Button variant="default" onClick={() => void read.fetchNextPage()} loading={read.isFetchingNextPage}>
          {texts.more}
        </Button>
      )}
    </Stack>
  )
}

function VersionRow({ version, isLive }: { version: Version; isLive: boolean }) {
  const canChange = useCan('editor')
  const [isOpen, setOpen] = useState(false)
  const { version: number, at, by, summary, label, restoredFrom } = version
  return (
    <Paper withBorder p="sm" component="li" aria-label={texts.named(number)}>
      <Stack gap="xs">
        <Group justify="space-between" gap="sm">
          <Group gap="xs">
            <Text fw={600}>{texts.named(number)}</Text>
            {isLive && <Badge color="green">{texts.live}</Badge>}
            {label !== undefined && <Badge variant="default">{label}</Badge>}
          </Group>
          {!isLive && (
            <Group gap="xs">
              <Button
                size="xs"
                variant="default"
                aria-expanded={isOpen}
                aria-label={texts.compareVersion(number)}
                onClick={() => setOpen(!isOpen)}
              >
                {texts.compare}
              </Button>
              {canChange && <RestoreButton version={number} />}
            </Group>
          )}
        </Group>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {restoredFrom === undefined ? summary : texts.restoredFrom(restoredFrom)}
        </Text>
        <Text size="xs" className="quiet">
          {by.name ?? by.id} · <Timestamp at={at} />
        </Text>
        {isOpen && <VersionChanges version={number} />}
      </Stack>
    </Paper>
  )
}

function RestoreButton({ version }: { version: number }) {
  const agent = useAgent()
  const changed = useInvalidateAgent()
  const restore = useMutation({
    mutationFn: () => agent.api.post('/versions/{version}/_restore', { path: { version: String(version) } }),
    onSuccess: async (made) => {
      await changed()
      notify.success(texts.restored(version, made.version))
    },
  })
  const ask = async () => {
    const question = { title: texts.restoreTitle(version), text: texts.restoreText, ok: texts.restore }
    if (await askConfirmation(question)) restore.mutate()
  }
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={texts.restoreVersion(version)}
        onClick={() => void ask()}
        loading={restore.isPending}
      >
        {texts.restore}
      </Button>
      {restore.error && <ErrorAlert error={restore.error} />}
    </>
  )
}

function VersionChanges({ version }: { version: number }) {
  const agent = useAgent()
  const { data, error, isPending } = useQuery({
    queryKey: agent.key('versions', version, 'diff'),
    queryFn: ({ signal }) =>
      agent.api.get('/versions/{version}/diff/{to}', { path: { version: String(version), to: 'live' }, signal }),
  })
  if (error) return <ErrorAlert error={error} />
  if (isPending) return <Loading />
  if (data.changes.length === 0) return <Text size="sm">{texts.noChanges}</Text>
  return (
    <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label={texts.changesSince(version)}>
      {data.changes.map(({ path, kind, before, after }) => (
        <li key={path}>
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {texts.change(kind, path)}
          </Text>
          {before !== undefined && <ChangedValue sign="−" value={before} />}
          {after !== undefined && <ChangedValue sign="+" value={after} />}
        </li>
      ))}
    </Stack>
  )
}

const ChangedValue = ({ sign, value }: { sign: string; value: unknown }) => (
  <Text size="sm" ff="monospace" lineClamp={6} style={{ overflowWrap: 'anywhere' }}>
    {sign} {describeValue(value)}
  </Text>
)
