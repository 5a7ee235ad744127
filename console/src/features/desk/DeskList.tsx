import { Badge, Button, Center, Group, Text } from '@mantine/core'
import { IconMessageSearch, IconMessages } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { strings } from '#i18n/desk.ts'
import { strings as phone } from '#i18n/handset.ts'
import { useOrg, useRouteIds } from '../../app/current-org.ts'
import { LabBadge, useLabChannels } from '../../components/LabBadge.tsx'
import { EmptyState, Loading } from '../../components/PageStates.tsx'
import { Timestamp, useNow } from '../../components/Timestamp.tsx'
import { useRowKeys } from '../../components/useRowKeys.ts'
import styles from './desk.module.css'
import { type DeskConversation, useMemberName } from './desk-data.ts'
import { type DeskSearch, defaultView, formatWait, getWaitUrgency, isFiltered } from './desk-search.ts'

const routeId = '/orgs/$org/agents/$agent/desk'
const { list } = strings

type Props = {
  entries: readonly DeskConversation[] | undefined
  search: DeskSearch
  more: { has: boolean; loading: boolean; load: () => void }
}

export function DeskList({ entries, search, more }: Props) {
  useListKeys(entries, search)
  const now = useNow(5_000)
  const labChannels = useLabChannels()
  if (!entries) return <Loading />
  if (entries.length === 0) return <NoConversations search={search} />
  return (
    <>
      <ul className={styles.list} aria-label={list.label}>
        {entries.map((entry) => (
          <li key={entry.userId}>
            <DeskItem entry={entry} search={search} now={now} isLab={labChannels.includes(entry.channel)} />
          </li>
        ))}
      </ul>
      {more.has && (
        <Center p="xs">
          <Button variant="default" size="xs" onClick={more.load} loading={more.loading}>
            {list.more}
          </Button>
        </Center>
      )}
    </>
  )
}

type DeskItemProps = { entry: DeskConversation; search: DeskSearch; now: number; isLab: boolean }

function DeskItem({ entry, search, now, isLab }: DeskItemProps) {
  const params = useRouteIds()
  const { userId, name, lastAt, lastText, channel, unread } = entry
  return (
    <Link
      to={routeId}
      params={params}
      search={{ ...search, conversation: userId }}
      className={styles.item}
      data-chosen={search.conversation === userId || undefined}
      data-unread={unread > 0 || undefined}
      activeOptions={{ exact: true, includeSearch: true }}
    >
      <span className={styles.line}>
        <span className={styles.name}>{name ?? list.visitor(userId)}</span>
        <Text span size="xs" className="quiet">
          <Timestamp at={lastAt} />
        </Text>
      </span>
      <span className={styles.line}>
        <Text span size="sm" className={`quiet ${styles.preview}`}>
          {lastText || list.silent}
        </Text>
        {unread > 0 && (
          <Badge
            component="span"
            size="sm"
            circle={unread < 10}
            className={styles.unread}
            aria-label={list.unread(unread)}
          >
            {unread >= 100 ? '99+' : unread}
          </Badge>
        )}
      </span>
      <Group gap={6} component="span">
        <Badge component="span" size="sm" variant="default" tt="none" fw={500}>
          {phone.channels[channel]}
        </Badge>
        {isLab && <LabBadge short />}
        <DeskStateLabel entry={entry} now={now} />
      </Group>
    </Link>
  )
}

/** Who has the conversation, or how long the person has been waiting. */
export function DeskStateLabel({ entry, now }: { entry: DeskConversation; now: number }) {
  const me = useOrg().userId
  const nameOf = useMemberName()
  const { state, assignee, waitingSince } = entry
  if (state === 'waiting' && waitingSince !== undefined) {
    const turn = assignee === undefined ? '' : ` · ${assignee === me ? list.turnOfMe : list.turn(nameOf(assignee))}`
    return (
      <Text span size="xs" className={styles.wait} data-urgency={getWaitUrgency(waitingSince, now)}>
        {list.waiting(formatWait(waitingSince, now))}
        {turn}
      </Text>
    )
  }
  const holder = assignee === me ? list.heldByMe : list.held(nameOf(assignee ?? ''))
  return (
    <Text span size="xs" className={state === 'human' ? styles.held : 'quiet'}>
      {state === 'human' ? holder : state === 'closed' ? list.closed : list.agent}
      {entry.snoozedUntil !== undefined && ` · ${list.snoozed}`}
    </Text>
  )
}

function NoConversations({ search }: { search: DeskSearch }) {
  if (isFiltered(search))
    return <EmptyState icon={IconMessageSearch} title={strings.nothing.title} text={strings.nothing.text} />
  const [title = '', text = ''] = strings.empty[search.view ?? defaultView]
  return <EmptyState icon={IconMessages} title={title} text={text} />
}

/** J and K open the next and the previous conversation. */
function useListKeys(entries: readonly DeskConversation[] | undefined, search: DeskSearch): void {
  const navigate = useNavigate({ from: routeId })
  const lastAt = useRef(0)
  const at = entries?.findIndex(({ userId }) => userId === search.conversation) ?? -1
  if (at >= 0) lastAt.current = at
  useRowKeys({
    count: entries?.length ?? 0,
    // After a close, the conversation is no longer in the list, and J opens the one that took its place.
    active: at >= 0 ? at : lastAt.current - 1,
    onMove: (at) => {
      const next = entries?.[at]
      if (next) navigate({ search: { ...search, conversation: next.userId }, replace: true })
    },
  })
}
