import { ActionIcon, Badge, Button, Center, Group, Text, Title } from '@mantine/core'
import { IconArrowLeft, IconMessageOff, IconTestPipe, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState } from 'react'
import { strings as phone } from '#i18n/handset.ts'
import { strings } from '#i18n/inbox.ts'
import { useAgent, useCan, useOrg } from '../../app/current-org.ts'
import { Bubbles } from '../../components/handset/Bubbles.tsx'
import type { HandsetBubble } from '../../components/handset/bubbles.ts'
import { ButtonLink } from '../../components/links.tsx'
import { EmptyState, ErrorAlert, Loading } from '../../components/PageStates.tsx'

import styles from './inbox.module.css'
import { getConversationName, useMessageEntries, usePeopleByUserId, useTurnRecords } from './inbox-data.ts'
import type { InboxSearch } from './inbox-search.ts'
import { MessageActions } from './MessageActions.tsx'
import { RecordTestDialog } from './RecordTestDialog.tsx'
import { type AgentMessageEntry, buildTranscript, displayChannelOf } from './transcript.ts'

const routeId = '/orgs/$org/agents/$agent/inbox'

type Props = {
  id: string
  search: InboxSearch
  /** The only pane on the page: shows a link back to the list. */
  alone: boolean
  onWhy: (messageId: string) => void
  onAbout?: () => void
}

export function ConversationPane(props: Props) {
  const { rows, error, refetch, more } = useMessageEntries(props.id)
  return (
    <section className={styles.pane} aria-label={strings.conversation.label}>
      {error && <ErrorAlert error={error} retry={refetch} />}
      {!rows && !error && <Loading />}
      {rows?.length === 0 && <ConversationGone alone={props.alone} search={props.search} />}
      {rows && rows.length > 0 && <TranscriptView key={props.id} {...props} entries={rows} more={more} />}
    </section>
  )
}

type TranscriptViewProps = Props & {
  entries: readonly AgentMessageEntry[]
  more: { has: boolean; loading: boolean; load: () => void }
}

/** More than fit on a screen. */
const newestCount = 30

function TranscriptView({ entries, more, ...props }: TranscriptViewProps) {
  const transcript = useMemo(() => buildTranscript(entries), [entries])
  // The newest messages are drawn first, and the earlier ones above them afterwards.
  const bubbles = useDeferredValue(transcript, props.search.message ? transcript : transcript.slice(-newestCount))
  const turns = useTurnRecords(props.id, entries.length)
  const last = useMemo(() => lastOfEachTurn(bubbles), [bubbles])
  const raws = useMemo(() => rawMessagesById(entries), [entries])
  const [until, setUntil] = useState<{ turnId?: string }>()
  const newest = entries[0] as AgentMessageEntry
  const foot = ({ id, messageId, plain, from }: HandsetBubble) =>
    messageId !== undefined && last.has(id) ? (
      <MessageActions
        messageId={messageId}
        text={plain}
        raw={raws.get(messageId)}
        turnId={turns.get(messageId)?.id}
        onWhy={from === 'agent' && turns.has(messageId) ? () => props.onWhy(messageId) : undefined}
        onTest={(turnId) => setUntil({ turnId })}
      />
    ) : null
  return (
    <>
      <PaneHead {...props} newest={newest} onTest={() => setUntil({})} />
      {more.has && (
        <Center p={4}>
          <Button variant="default" size="compact-sm" onClick={more.load} loading={more.loading}>
            {strings.conversation.earlier}
          </Button>
        </Center>
      )}
      <Bubbles
        channel={displayChannelOf(newest)}
        bubbles={bubbles}
        foot={foot}
        marked={props.search.message}
        label={strings.conversation.transcript}
      />
      {until && <RecordTestDialog conversationId={props.id} turnId={until.turnId} close={() => setUntil(undefined)} />}
    </>
  )
}

const lastOfEachTurn = (bubbles: readonly HandsetBubble[]): Set<string> =>
  new Set(new Map(bubbles.map(({ messageId, id }) => [messageId, id])).values())

const rawMessagesById = (entries: readonly AgentMessageEntry[]): Map<string, unknown> =>
  new Map(entries.filter(({ type }) => type === 'content').map(({ messageId, raw }) => [messageId, raw]))

type PaneHeadProps = Props & { newest: AgentMessageEntry; onTest: () => void }

function PaneHead({ id, search, alone, onAbout, newest, onTest }: PaneHeadProps) {
  const params = { org: useOrg().id, agent: useAgent().id }
  const userIds = useMemo(() => (newest.test ? [] : [newest.userId]), [newest.test, newest.userId])
  const person = usePeopleByUserId(userIds).get(newest.userId)
  const [seesLogs, mayTest] = [useCan('viewer'), useCan('editor')]
  return (
    <Group className={styles.bar} justify="space-between" gap="xs">
      <Group gap="xs" wrap="nowrap" miw={0}>
        {alone && <BackToList search={search} />}
        <Title order={2} size="h5" style={{ overflowWrap: 'anywhere' }}>
          {getConversationName(person, newest.userId, newest.test)}
        </Title>
        <Badge variant="default" tt="none" fw={500} style={{ flex: 'none' }}>
          {phone.channels[displayChannelOf(newest)]}
        </Badge>
        {newest.test && (
          <Text size="xs" className="quiet">
            {strings.list.rehearsal}
          </Text>
        )}
      </Group>
      <Group gap={6}>
        {onAbout && (
          <ActionIcon variant="default" size="md" onClick={onAbout} aria-label={strings.conversation.about}>
            <IconUser size={16} aria-hidden />
          </ActionIcon>
        )}
        {seesLogs && (
          <ButtonLink
            to="/orgs/$org/agents/$agent/inbox/logs"
            params={params}
            search={{ session: id, days: '180' }}
            variant="default"
            size="compact-sm"
          >
            {strings.conversation.logs}
          </ButtonLink>
        )}
        {mayTest && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconTestPipe size={14} aria-hidden />}
            onClick={onTest}
          >
            {strings.conversation.test}
          </Button>
        )}
      </Group>
    </Group>
  )
}

function BackToList({ search }: { search: InboxSearch }) {
  const params = { org: useOrg().id, agent: useAgent().id }
  const list = { ...search, conversation: undefined, message: undefined, why: undefined }
  return (
    <Link to={routeId} params={params} search={list} aria-label={strings.conversation.back} className={styles.back}>
      <IconArrowLeft size={20} aria-hidden />
    </Link>
  )
}

function ConversationGone({ alone, search }: { alone: boolean; search: InboxSearch }) {
  const { unavailable: title, unavailableText: goneText } = strings.conversation
  return (
    <>
      {alone && (
        <div className={styles.bar}>
          <BackToList search={search} />
        </div>
      )}
      <EmptyState icon={IconMessageOff} title={title} text={goneText} />
    </>
  )
}
