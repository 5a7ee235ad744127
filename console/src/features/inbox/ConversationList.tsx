import { Badge, Button, Center, Group, Text } from '@mantine/core'
import { IconMessageSearch, IconMessages } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { strings as phone } from '#i18n/handset.ts'
import { strings } from '#i18n/inbox.ts'
import { useAgent, useOrg } from '../../app/current-org.ts'
import { LabBadge, useLabChannels } from '../../components/LabBadge.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { EmptyState, Loading } from '../../components/PageStates.tsx'
import { Timestamp } from '../../components/Timestamp.tsx'
import { useRowKeys } from '../../components/useRowKeys.ts'

import styles from './inbox.module.css'
import { type AgentConversationSummary, getConversationName, type Person } from './inbox-data.ts'
import { type InboxSearch, isConversationLive } from './inbox-search.ts'
import { displayChannelOf } from './transcript.ts'

const routeId = '/orgs/$org/agents/$agent/inbox'
const { list } = strings

type Props = {
  conversations: readonly AgentConversationSummary[] | undefined
  search: InboxSearch
  holders: ReadonlyMap<string, Person>
  now: number
  more?: () => void
}

export function ConversationList({ conversations, search, holders, now, more }: Props) {
  useConversationKeys(conversations, search)
  const labChannels = useLabChannels()
  if (!conversations) return <Loading />
  if (conversations.length === 0) return <NoConversations search={search} />
  return (
    <>
      <ul className={styles.list} aria-label={list.label}>
        {conversations.map((one) => (
          <li key={one.sessionId}>
            <ConversationItem
              conversation={one}
              search={search}
              person={holders.get(one.userId)}
              live={isConversationLive(one, now)}
              isLab={labChannels.includes(one.channel)}
            />
          </li>
        ))}
      </ul>
      {more && (
        <Center p="xs">
          <Button variant="default" size="xs" onClick={more}>
            {list.more}
          </Button>
        </Center>
      )}
    </>
  )
}

type ConversationItemProps = {
  conversation: AgentConversationSummary
  search: InboxSearch
  person: Person | undefined
  live: boolean
  isLab: boolean
}

function ConversationItem({ conversation: one, search, person, live, isLab }: ConversationItemProps) {
  const params = { org: useOrg().id, agent: useAgent().id }
  return (
    <Link
      to={routeId}
      params={params}
      search={isSelected(search, one.sessionId)}
      className={styles.item}
      data-chosen={search.conversation === one.sessionId || undefined}
      activeOptions={{ exact: true, includeSearch: true }}
    >
      <span className={styles.line}>
        <span className={styles.name}>{getConversationName(person, one.userId, one.test)}</span>
        <Text span size="xs" className="quiet">
          <Timestamp at={one.endedAt} />
        </Text>
      </span>
      <Text span size="sm" className={`quiet ${styles.preview}`}>
        {one.lastMessagePreview ?? list.silent}
      </Text>
      <Group gap={6} component="span">
        <Badge component="span" size="sm" variant="default" tt="none" fw={500}>
          {phone.channels[displayChannelOf(one)]}
        </Badge>
        {one.test && (
          <Badge component="span" size="sm" variant="default" tt="none" fw={500}>
            {list.rehearsal}
          </Badge>
        )}
        {!one.test && isLab && <LabBadge short />}
        <Text span size="xs" className="quiet">
          {list.messages(one.messageCount)}
        </Text>
        {live && (
          <Text span size="xs" className={styles.live}>
            {list.live}
          </Text>
        )}
      </Group>
    </Link>
  )
}

const isSelected = (search: InboxSearch, conversation: string): InboxSearch => ({
  ...search,
  conversation,
  message: undefined,
  why: undefined,
})

function NoConversations({ search }: { search: InboxSearch }) {
  const params = { org: useOrg().id, agent: useAgent().id }
  const filtered = search.q ?? search.channel ?? search.state ?? search.days ?? search.start ?? search.tests
  if (filtered !== undefined) {
    const clear = (
      <ButtonLink to={routeId} params={params} variant="default">
        {strings.nothing.clear}
      </ButtonLink>
    )
    return (
      <EmptyState icon={IconMessageSearch} title={strings.nothing.title} text={strings.nothing.text} action={clear} />
    )
  }
  const action = (
    <ButtonLink to="/orgs/$org/agents/$agent/emulator" params={params}>
      {strings.empty.action}
    </ButtonLink>
  )
  return <EmptyState icon={IconMessages} title={strings.empty.title} text={strings.empty.text} action={action} />
}

/** J and K open the next and the previous conversation. */
function useConversationKeys(
  conversations: readonly AgentConversationSummary[] | undefined,
  search: InboxSearch,
): void {
  const navigate = useNavigate({ from: routeId })
  useRowKeys({
    count: conversations?.length ?? 0,
    active: conversations?.findIndex(({ sessionId }) => sessionId === search.conversation) ?? -1,
    onMove: (at) => {
      const next = conversations?.[at]
      if (next) navigate({ search: isSelected(search, next.sessionId), replace: true })
    },
  })
}
