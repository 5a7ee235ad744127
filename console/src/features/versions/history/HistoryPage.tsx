import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { strings as texts } from '#i18n/history.ts'
import { useAgent, useCan, useRouteIds } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { notify } from '../../../components/notify.tsx'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { ChangeList } from '../changes/ChangeList.tsx'
import { NewDraftDialog } from '../drafts/NewDraftDialog.tsx'
import { VersionsFrame } from '../VersionsFrame.tsx'
import { useInvalidateVersions, type Version } from '../versions-data.ts'
import { LabelDialog } from './LabelDialog.tsx'

const pageSize = 50

/** Who changed what, newest first, with what differs from live and a way back. */
export function HistoryPage() {
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
    <VersionsFrame>
      <Text size="sm" className="quiet">
        {texts.lead}
      </Text>
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
    </VersionsFrame>
  )
}

function VersionRow({ version, isLive }: { version: Version; isLive: boolean }) {
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
          <VersionActions version={version} isLive={isLive} isOpen={isOpen} toggle={() => setOpen(!isOpen)} />
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

type ActionsProps = { version: Version; isLive: boolean; isOpen: boolean; toggle: () => void }

function VersionActions({ version: { version, label }, isLive, isOpen, toggle }: ActionsProps) {
  const canChange = useCan('editor')
  const [labels, setLabels] = useState(false)
  const button = { size: 'xs', variant: 'default' } as const
  return (
    <Group gap="xs">
      {canChange && (
        <Button {...button} aria-label={texts.labelVersion(version)} onClick={() => setLabels(true)}>
          {texts.label}
        </Button>
      )}
      {!isLive && (
        <>
          <Button {...button} aria-expanded={isOpen} aria-label={texts.compareVersion(version)} onClick={toggle}>
            {texts.compare}
          </Button>
          {canChange && <DraftFromVersion version={version} />}
          {canChange && <RestoreButton version={version} />}
        </>
      )}
      {labels && <LabelDialog version={version} label={label ?? ''} close={() => setLabels(false)} />}
    </Group>
  )
}

/** Starts a draft with the configuration of then. */
function DraftFromVersion({ version }: { version: number }) {
  const agent = useAgent()
  const params = useRouteIds()
  const navigate = useNavigate()
  const [creates, setCreates] = useState(false)
  return (
    <>
      <Button size="xs" variant="default" aria-label={texts.draftFrom(version)} onClick={() => setCreates(true)}>
        {texts.draft}
      </Button>
      {creates && (
        <NewDraftDialog
          agent={agent.id}
          from={version}
          close={() => setCreates(false)}
          made={({ id }) =>
            navigate({
              to: '/orgs/$org/agents/$agent/versions/drafts/$draftId',
              params: { ...params, draftId: id },
              search: { draft: id },
            })
          }
        />
      )}
    </>
  )
}

function RestoreButton({ version }: { version: number }) {
  const agent = useAgent()
  const changed = useInvalidateVersions()
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
  return <ChangeList changes={data.changes} label={texts.changesSince(version)} />
}
