import { Badge, Button, Center, Group, Text } from '@mantine/core'
import { IconMessageSearch, IconMessages } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { words as phone } from '#words/handset.ts'
import { words } from '#words/inbox.ts'
import { useAgent, useOrg } from '../../app/org.ts'
import { isWriting } from '../../app/shell/Shortcuts.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Loading } from '../../parts/Loading.tsx'
import { ButtonLink } from '../../parts/links.tsx'
import { When } from '../../parts/When.tsx'
import type { Conversation, Person } from './data.ts'
import styles from './inbox.module.css'
import { nameOf } from './naming.ts'
import { type InboxSearch, isLive } from './search.ts'
import { channelOf } from './transcript.ts'

const here = '/orgs/$org/agents/$agent/inbox'
const { list } = words

type Given = {
  shown: readonly Conversation[] | undefined
  search: InboxSearch
  holders: ReadonlyMap<string, Person>
  now: number
  more?: () => void
}

export function ConversationList({ shown, search, holders, now, more }: Given) {
  useListKeys(shown, search)
  if (!shown) return <Loading />
  if (shown.length === 0) return <Nothing search={search} />
  return (
    <>
      <ul className={styles.list} aria-label={list.label}>
        {shown.map((one) => (
          <li key={one.sessionId}>
            <Item conversation={one} search={search} person={holders.get(one.userId)} live={isLive(one, now)} />
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

type ItemGiven = { conversation: Conversation; search: InboxSearch; person: Person | undefined; live: boolean }

function Item({ conversation: one, search, person, live }: ItemGiven) {
  const params = { org: useOrg().id, agent: useAgent().id }
  return (
    <Link
      to={here}
      params={params}
      search={chosen(search, one.sessionId)}
      className={styles.item}
      data-chosen={search.conversation === one.sessionId || undefined}
      activeOptions={{ exact: true, includeSearch: true }}
    >
      <span className={styles.line}>
        <span className={styles.name}>{nameOf(person, one.userId, one.test)}</span>
        <Text span size="xs" className="quiet">
          <When at={one.endedAt} />
        </Text>
      </span>
      <Text span size="sm" className={`quiet ${styles.preview}`}>
        {one.lastMessagePreview ?? list.silent}
      </Text>
      <Group gap={6} component="span">
        <Badge component="span" size="sm" variant="default" tt="none" fw={500}>
          {phone.channels[channelOf(one)]}
        </Badge>
        {one.test && (
          <Badge component="span" size="sm" variant="default" tt="none" fw={500}>
            {list.rehearsal}
          </Badge>
        )}
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

const chosen = (search: InboxSearch, conversation: string): InboxSearch => ({
  ...search,
  conversation,
  message: undefined,
  why: undefined,
})

function Nothing({ search }: { search: InboxSearch }) {
  const params = { org: useOrg().id, agent: useAgent().id }
  const filtered = search.q ?? search.channel ?? search.state ?? search.days ?? search.tests
  if (filtered !== undefined) {
    const clear = (
      <ButtonLink to={here} params={params} variant="default">
        {words.nothing.clear}
      </ButtonLink>
    )
    return <EmptyState icon={IconMessageSearch} title={words.nothing.title} text={words.nothing.text} action={clear} />
  }
  const action = (
    <ButtonLink to="/orgs/$org/agents/$agent/emulator" params={params}>
      {words.empty.action}
    </ButtonLink>
  )
  return <EmptyState icon={IconMessages} title={words.empty.title} text={words.empty.text} action={action} />
}

/** J and K open the next and the one before. */
function useListKeys(shown: readonly Conversation[] | undefined, search: InboxSearch): void {
  const navigate = useNavigate({ from: here })
  useEffect(() => {
    const heard = (event: KeyboardEvent) => {
      const busy = event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)
      const step = { j: 1, k: -1 }[event.key]
      if (busy || !step || !shown || document.querySelector('[role=dialog]')) return
      const at = shown.findIndex(({ sessionId }) => sessionId === search.conversation)
      const next = shown[at < 0 ? 0 : Math.min(Math.max(at + step, 0), shown.length - 1)]
      if (next) navigate({ search: chosen(search, next.sessionId), replace: true })
    }
    document.addEventListener('keydown', heard)
    return () => document.removeEventListener('keydown', heard)
  }, [shown, search, navigate])
}
