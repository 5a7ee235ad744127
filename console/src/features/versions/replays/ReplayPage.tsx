import { Button, Group, Paper, Progress, SegmentedControl, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { strings } from '#i18n/versions.ts'
import { useAgent, useCan, useRouteIds } from '../../../app/current-org.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { notify } from '../../../components/notify.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import type { Replay } from '../versions-data.ts'
import { type ReplaySearch, replayVerdicts } from '../versions-search.ts'
import { ConversationDiff } from './ConversationDiff.tsx'
import { MakeCaseDialog } from './MakeCaseDialog.tsx'
import { useReplayTarget } from './ReplaysPage.tsx'
import { type ReplayedConversation, useReplayedConversations } from './replay-data.ts'

const { replays: texts } = strings
const path = '/orgs/$org/agents/$agent/versions/replays/$replayId'

export function ReplayPage() {
  const agent = useAgent()
  const { replayId } = useParams({ from: path })
  const read = useQuery({
    queryKey: agent.key('replays', replayId),
    queryFn: ({ signal }) => agent.api.get('/replays/{replay}', { path: { replay: replayId }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? 2_000 : false),
  })
  if (read.error) return <ErrorAlert error={read.error} retry={read.refetch} />
  if (!read.data) return <Loading />
  return <OpenReplay replay={read.data} />
}

function OpenReplay({ replay }: { replay: Replay }) {
  const canWrite = useCan('editor')
  const target = useReplayTarget()
  const { status, conversations, same, changed, errors, failReason } = replay
  const done = same + changed + errors
  return (
    <PageLayout
      title={texts.title}
      lead={`${texts.who}: ${target(replay)}`}
      beside={<StatusBadge status={status} label={texts.statuses[status] ?? status} />}
      actions={canWrite && status === 'running' && <StopButton replayId={replay.id} />}
    >
      {status === 'running' && (
        <>
          <Progress value={conversations === 0 ? 0 : (done / conversations) * 100} aria-label={texts.conversations} />
          <Text size="sm">{texts.progress(done, conversations)}</Text>
        </>
      )}
      {failReason !== undefined && (
        <Text role="alert">
          {texts.failed}: {failReason}
        </Text>
      )}
      <Text fw={600}>{texts.counts(same, changed, errors)}</Text>
      <Conversations replay={replay} />
    </PageLayout>
  )
}

function StopButton({ replayId }: { replayId: string }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const stop = useMutation({
    mutationFn: () => agent.api.post('/replays/{replay}/cancel', { path: { replay: replayId } }),
    onSuccess: () => notify.success(texts.stopped),
    onError: notify.error,
    onSettled: () => queries.invalidateQueries({ queryKey: agent.key('replays') }),
  })
  return (
    <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
      {texts.stop}
    </Button>
  )
}

function Conversations({ replay }: { replay: Replay }) {
  const params = useRouteIds()
  const navigate = useNavigate()
  const { verdict = 'changed' } = useSearch({ from: path })
  const { rows, error, refetch, more } = useReplayedConversations(replay, verdict === 'all' ? undefined : verdict)
  const choices = [
    ...replayVerdicts.map((value) => ({ value, label: texts.verdicts[value] })),
    { value: 'all', label: texts.all },
  ]
  const choose = (chosen: string) =>
    navigate({
      to: path,
      params: { ...params, replayId: replay.id },
      search: { verdict: chosen as NonNullable<ReplaySearch['verdict']> },
      replace: true,
    })
  return (
    <Stack>
      <SegmentedControl
        aria-label={texts.verdict}
        data={choices}
        value={verdict}
        onChange={(chosen) => void choose(chosen)}
        style={{ alignSelf: 'flex-start' }}
      />
      {error && <ErrorAlert error={error} retry={refetch} />}
      {!rows && !error && <Loading />}
      {rows?.length === 0 && <Text>{texts.nothing}</Text>}
      {rows?.map((conversation) => (
        <Conversation key={conversation.sessionId} replayId={replay.id} conversation={conversation} />
      ))}
      {more.has && (
        <Button variant="default" loading={more.loading} onClick={more.load}>
          {texts.more}
        </Button>
      )}
    </Stack>
  )
}

function Conversation({ replayId, conversation }: { replayId: string; conversation: ReplayedConversation }) {
  const params = useRouteIds()
  const canWrite = useCan('editor')
  const [makes, setMakes] = useState(false)
  const { sessionId, verdict } = conversation
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.conversation(sessionId)}>
      <Group justify="space-between">
        <Group gap="xs">
          <StatusBadge status={verdict} label={texts.verdicts[verdict]} />
          <AnchorLink
            size="sm"
            to="/orgs/$org/agents/$agent/inbox"
            params={params}
            search={{ conversation: sessionId }}
          >
            {texts.openSession}
          </AnchorLink>
        </Group>
        {canWrite && (
          <Button size="xs" variant="default" aria-label={texts.makeCaseOf(sessionId)} onClick={() => setMakes(true)}>
            {texts.makeCase}
          </Button>
        )}
      </Group>
      <ConversationDiff conversation={conversation} />
      {makes && <MakeCaseDialog replayId={replayId} sessionId={sessionId} close={() => setMakes(false)} />}
    </Paper>
  )
}
