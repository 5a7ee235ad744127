import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { strings } from '#i18n/versions.ts'
import { useCan, useRouteIds } from '../../../app/current-org.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { ConversationDiff } from '../replays/ConversationDiff.tsx'
import { useReplayedConversations } from '../replays/replay-data.ts'
import { StartReplay } from '../replays/StartReplay.tsx'
import { type Draft, type Replay, useReplays } from '../versions-data.ts'
import { SidePart } from './SidePart.tsx'

const { replays: texts } = strings
const shown = 3

/** The newest replay of a draft, with the first conversations that it answers differently. */
export function DraftReplays({ draft }: { draft: Draft }) {
  const canWrite = useCan('editor')
  const [starts, { open, close }] = useDisclosure()
  const [replay] = useReplays(draft.id).rows ?? []
  const action = canWrite && (
    <Button size="xs" variant="default" onClick={open}>
      {texts.start}
    </Button>
  )
  return (
    <SidePart title={texts.title} action={action}>
      {replay ? <ReplaySummary replay={replay} /> : <Text size="sm">{texts.noneOfDraft}</Text>}
      {starts && <StartReplay draftId={draft.id} close={close} />}
    </SidePart>
  )
}

function ReplaySummary({ replay }: { replay: Replay }) {
  const params = useRouteIds()
  const changed = useReplayedConversations(replay, 'changed')
  return (
    <>
      <Group gap="xs">
        <StatusBadge status={replay.status} label={texts.statuses[replay.status] ?? replay.status} />
        <Timestamp at={replay.createdAt} />
      </Group>
      <Text size="sm" fw={600}>
        {texts.counts(replay.same, replay.changed, replay.errors)}
      </Text>
      <Stack gap="sm">
        {changed.rows?.slice(0, shown).map((conversation) => (
          <ConversationDiff key={conversation.sessionId} conversation={conversation} onlyChanged />
        ))}
      </Stack>
      <AnchorLink
        size="sm"
        to="/orgs/$org/agents/$agent/versions/replays/$replayId"
        params={{ ...params, replayId: replay.id }}
      >
        {texts.open}
      </AnchorLink>
    </>
  )
}
