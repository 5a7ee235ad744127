import { ActionIcon, Badge, Button, Center, Group, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { NotFound } from '@parley/sdk'
import { IconArrowLeft, IconMessageOff, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { strings } from '#i18n/desk.ts'
import { strings as phone } from '#i18n/handset.ts'
import { useRouteIds } from '../../../app/current-org.ts'
import { SidePanel } from '../../../components/Dialog.tsx'
import { Bubbles } from '../../../components/handset/Bubbles.tsx'
import type { HandsetBubble } from '../../../components/handset/bubbles.ts'
import { EmptyState, ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { useNow } from '../../../components/Timestamp.tsx'
import { SidePane } from '../../inbox/SidePane.tsx'
import { Composer } from '../composer/Composer.tsx'
import { useOutbox } from '../composer/OutboxProvider.tsx'
import { DeskStateLabel } from '../DeskList.tsx'
import styles from '../desk.module.css'
import {
  type DeskConversationDetail,
  useDeskClient,
  useDeskConversation,
  useDeskMessages,
  useMemberName,
  useRefreshDesk,
} from '../desk-data.ts'
import type { DeskSearch } from '../desk-search.ts'
import { useOthersPresent } from '../live.tsx'
import { buildDeskTranscript, listAuthors } from './desk-transcript.ts'
import { MoveActions } from './MoveActions.tsx'

type Props = { userId: string; search: DeskSearch; panes: number }

/** The open conversation with its composer, and the person beside it or in a drawer. */
export function OpenConversation({ userId, search, panes }: Props) {
  const { data: detail, error, refetch } = useDeskConversation(userId)
  const [isDrawn, drawer] = useDisclosure(false)
  useSeen(userId, detail)
  const back = panes === 1 && <BackToList search={search} />
  const side = detail && <PersonPane sessionId={detail.sessionId} />
  return (
    <>
      <section className={styles.pane} aria-label={strings.conversation.label}>
        {error && !detail && <Unavailable error={error} retry={refetch} back={back} />}
        {!detail && !error && <Loading />}
        {detail && (
          <>
            <ConversationHead detail={detail} back={back} onAbout={panes < 3 ? drawer.open : undefined} />
            <PresenceLine userId={userId} />
            <Transcript detail={detail} />
            <Composer key={userId} detail={detail} />
          </>
        )}
      </section>
      {panes === 3 ? (
        <aside className={styles.pane} aria-label={strings.conversation.details}>
          {side}
        </aside>
      ) : (
        <SidePanel opened={isDrawn} onClose={drawer.close} title={strings.conversation.details} padding="md">
          {side}
        </SidePanel>
      )}
    </>
  )
}

function PersonPane({ sessionId }: { sessionId: string }) {
  const [tab, setTab] = useState<'person' | 'turn'>('person')
  return <SidePane sessionId={sessionId} why={undefined} tab={tab} onTab={setTab} />
}

const heartbeatMs = 10_000

/** Tells the server, while the page is visible, that the member looks at the conversation and has read it. */
function useSeen(userId: string, detail: DeskConversationDetail | undefined): void {
  const desk = useDeskClient()
  const refresh = useRefreshDesk()
  const hasUnread = detail !== undefined && detail.unread > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each new message
  useEffect(() => {
    if (!hasUnread || document.visibilityState !== 'visible') return
    desk.seen(userId, 'looking').then(
      () => refresh(userId),
      () => undefined,
    )
  }, [desk, userId, hasUnread, detail?.lastAt])
  useEffect(() => {
    const tell = (present: 'looking' | 'gone') => void desk.seen(userId, present).catch(() => undefined)
    const look = () => document.visibilityState === 'visible' && tell('looking')
    look()
    const timer = setInterval(look, heartbeatMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      tell('gone')
    }
  }, [desk, userId])
}

type HeadProps = { detail: DeskConversationDetail; back: ReactNode; onAbout: (() => void) | undefined }

function ConversationHead({ detail, back, onAbout }: HeadProps) {
  const now = useNow(5_000)
  return (
    <div className={styles.head}>
      <Group gap="xs" wrap="nowrap" miw={0}>
        {back}
        <div style={{ minWidth: 0 }}>
          <Title order={2} size="h5" style={{ overflowWrap: 'anywhere' }}>
            {detail.name ?? strings.list.visitor(detail.userId)}
          </Title>
          <Group gap={6}>
            <Badge size="sm" variant="default" tt="none" fw={500}>
              {phone.channels[detail.channel]}
            </Badge>
            {detail.test && (
              <Text span size="xs" className="quiet">
                {strings.conversation.rehearsal}
              </Text>
            )}
            <DeskStateLabel entry={detail} now={now} />
          </Group>
        </div>
      </Group>
      <Group gap={6} wrap="nowrap">
        {onAbout && (
          <ActionIcon variant="default" size={30} onClick={onAbout} aria-label={strings.conversation.about}>
            <IconUser size={16} aria-hidden />
          </ActionIcon>
        )}
        <MoveActions detail={detail} />
      </Group>
    </div>
  )
}

function BackToList({ search }: { search: DeskSearch }) {
  const params = useRouteIds()
  return (
    <Link
      to="/orgs/$org/agents/$agent/desk"
      params={params}
      search={{ ...search, conversation: undefined }}
      aria-label={strings.conversation.back}
      style={{ display: 'flex', padding: 12, margin: -6, color: 'inherit' }}
    >
      <IconArrowLeft size={20} aria-hidden />
    </Link>
  )
}

/** Who else looks at the conversation or types in it. */
function PresenceLine({ userId }: { userId: string }) {
  const others = useOthersPresent(userId)
  const typing = others.filter((member) => member.typing)
  const shown = typing.length > 0 ? typing : others
  if (shown.length === 0) return null
  const { presence } = strings
  const names = shown.map(({ name }) => name).join(presence.and)
  const [one, many] =
    typing.length > 0 ? [presence.typing, presence.typingMany] : [presence.looking, presence.lookingMany]
  return (
    <div className={styles.presence} role="status">
      {shown.length === 1 ? one(names) : many(names)}
    </div>
  )
}

function Transcript({ detail }: { detail: DeskConversationDetail }) {
  const { userId, channel } = detail
  const { rows, error, refetch, more } = useDeskMessages(detail)
  const nameOf = useMemberName()
  const { messages, retry, discard } = useOutbox()
  const entries = rows ?? noEntries
  const outgoing = useMemo(() => {
    const shown = new Set(entries.map(({ messageId }) => messageId))
    return messages.filter((one) => one.userId === userId && !shown.has(one.messageId ?? ''))
  }, [messages, entries, userId])
  const bubbles = useMemo(
    () => buildDeskTranscript({ entries, detail, outgoing, nameOf }),
    [entries, detail, outgoing, nameOf],
  )
  const authors = useMemo(() => listAuthors(entries), [entries])
  const lastOfMessage = useMemo(() => new Map(bubbles.map(({ messageId, id }) => [messageId, id])), [bubbles])
  const foot = ({ id, messageId = '', error: refused }: HandsetBubble) => {
    const outgoingId = messageId.startsWith('outgoing ') ? messageId.slice('outgoing '.length) : undefined
    if (outgoingId !== undefined && refused !== undefined)
      return <FailedActions onRetry={() => retry(outgoingId)} onDiscard={() => discard(outgoingId)} />
    const author = lastOfMessage.get(messageId) === id ? authors.get(messageId) : undefined
    return author === undefined ? null : <span className={styles.author}>{author}</span>
  }
  if (error && !rows) return <ErrorAlert error={error} retry={refetch} />
  if (!rows) return <Loading />
  return (
    <>
      {more.has && (
        <Center p={4}>
          <Button variant="default" size="compact-sm" onClick={more.load} loading={more.loading}>
            {strings.conversation.earlier}
          </Button>
        </Center>
      )}
      <Bubbles channel={channel} bubbles={bubbles} foot={foot} label={strings.conversation.transcript} />
    </>
  )
}

const noEntries: never[] = []

function FailedActions({ onRetry, onDiscard }: { onRetry: () => void; onDiscard: () => void }) {
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={onRetry}>
        {strings.composer.retry}
      </Button>
      <Button size="compact-xs" variant="default" onClick={onDiscard}>
        {strings.composer.discard}
      </Button>
    </>
  )
}

function Unavailable({ error, retry, back }: { error: Error; retry: () => unknown; back: ReactNode }) {
  return (
    <>
      {back && <div className={styles.bar}>{back}</div>}
      {error instanceof NotFound ? (
        <EmptyState icon={IconMessageOff} title={strings.conversation.gone} text={strings.conversation.goneText} />
      ) : (
        <ErrorAlert error={error} retry={retry} />
      )}
    </>
  )
}
