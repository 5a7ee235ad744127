import { ActionIcon, Badge, Button, Center, Group, Text, Title } from '@mantine/core'
import { IconArrowLeft, IconMessageOff, IconTestPipe, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { words as phone } from '#words/handset.ts'
import { words } from '#words/inbox.ts'
import { useAgent, useCan, useOrg } from '../../app/org.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Bubbles } from '../../parts/handset/Bubbles.tsx'
import type { Bubble } from '../../parts/handset/bubble.ts'
import { Loading } from '../../parts/Loading.tsx'
import { ButtonLink } from '../../parts/links.tsx'
import { Trouble } from '../../parts/Trouble.tsx'
import { useEntries, useHolders, useTurns } from './data.ts'
import styles from './inbox.module.css'
import { MessageFoot } from './MessageFoot.tsx'
import { nameOf } from './naming.ts'
import { RecordTest } from './RecordTest.tsx'
import type { InboxSearch } from './search.ts'
import { channelOf, type Entry, transcriptOf } from './transcript.ts'

const here = '/orgs/$org/agents/$agent/inbox'

type Given = {
  id: string
  search: InboxSearch
  /** Nothing else is on the page: there is a way back to the list. */
  alone: boolean
  onWhy: (messageId: string) => void
  onAbout?: () => void
}

export function ConversationPane(given: Given) {
  const { rows, error, refetch, more } = useEntries(given.id)
  return (
    <section className={styles.pane} aria-label={words.conversation.label}>
      {error && <Trouble error={error} retry={refetch} />}
      {!rows && !error && <Loading />}
      {rows?.length === 0 && <Gone alone={given.alone} search={given.search} />}
      {rows && rows.length > 0 && <Shown {...given} entries={rows} more={more} />}
    </section>
  )
}

type ShownGiven = Given & { entries: readonly Entry[]; more: { has: boolean; loading: boolean; load: () => void } }

function Shown({ entries, more, ...given }: ShownGiven) {
  const bubbles = useMemo(() => transcriptOf(entries), [entries])
  const turns = useTurns(given.id, entries.length)
  const last = useMemo(() => lastOfEach(bubbles), [bubbles])
  const raws = useMemo(() => rawsOf(entries), [entries])
  const [until, setUntil] = useState<{ turnId?: string }>()
  const newest = entries[0] as Entry
  const foot = ({ id, messageId, plain, from }: Bubble) =>
    messageId !== undefined && last.has(id) ? (
      <MessageFoot
        messageId={messageId}
        text={plain}
        raw={raws.get(messageId)}
        turnId={turns.get(messageId)?.id}
        onWhy={from === 'agent' && turns.has(messageId) ? () => given.onWhy(messageId) : undefined}
        onTest={(turnId) => setUntil({ turnId })}
      />
    ) : null
  return (
    <>
      <Head {...given} newest={newest} onTest={() => setUntil({})} />
      {more.has && (
        <Center p={4}>
          <Button variant="default" size="compact-sm" onClick={more.load} loading={more.loading}>
            {words.conversation.earlier}
          </Button>
        </Center>
      )}
      <Bubbles
        channel={channelOf(newest)}
        bubbles={bubbles}
        foot={foot}
        marked={given.search.message}
        label={words.conversation.transcript}
      />
      {until && <RecordTest conversationId={given.id} turnId={until.turnId} close={() => setUntil(undefined)} />}
    </>
  )
}

const lastOfEach = (bubbles: readonly Bubble[]): Set<string> =>
  new Set(new Map(bubbles.map(({ messageId, id }) => [messageId, id])).values())

const rawsOf = (entries: readonly Entry[]): Map<string, unknown> =>
  new Map(entries.filter(({ type }) => type === 'content').map(({ messageId, raw }) => [messageId, raw]))

type HeadGiven = Given & { newest: Entry; onTest: () => void }

function Head({ id, search, alone, onAbout, newest, onTest }: HeadGiven) {
  const params = { org: useOrg().id, agent: useAgent().id }
  const asked = useMemo(() => (newest.test ? [] : [newest.userId]), [newest.test, newest.userId])
  const person = useHolders(asked).get(newest.userId)
  const mayTest = useCan('editor')
  return (
    <Group className={styles.bar} justify="space-between" gap="xs">
      <Group gap="xs" wrap="nowrap" miw={0}>
        {alone && <Back search={search} />}
        <Title order={2} size="h5" style={{ overflowWrap: 'anywhere' }}>
          {nameOf(person, newest.userId, newest.test)}
        </Title>
        <Badge variant="default" tt="none" fw={500} style={{ flex: 'none' }}>
          {phone.channels[channelOf(newest)]}
        </Badge>
        {newest.test && (
          <Text size="xs" className="quiet">
            {words.list.rehearsal}
          </Text>
        )}
      </Group>
      <Group gap={6}>
        {onAbout && (
          <ActionIcon variant="default" size="md" onClick={onAbout} aria-label={words.conversation.about}>
            <IconUser size={16} aria-hidden />
          </ActionIcon>
        )}
        <ButtonLink
          to="/orgs/$org/agents/$agent/inbox/logs"
          params={params}
          search={{ session: id, days: '180' }}
          variant="default"
          size="compact-sm"
        >
          {words.conversation.logs}
        </ButtonLink>
        {mayTest && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconTestPipe size={14} aria-hidden />}
            onClick={onTest}
          >
            {words.conversation.test}
          </Button>
        )}
      </Group>
    </Group>
  )
}

function Back({ search }: { search: InboxSearch }) {
  const params = { org: useOrg().id, agent: useAgent().id }
  const list = { ...search, conversation: undefined, message: undefined, why: undefined }
  return (
    <Link
      to={here}
      params={params}
      search={list}
      aria-label={words.conversation.back}
      style={{ display: 'flex', color: 'inherit' }}
    >
      <IconArrowLeft size={20} aria-hidden />
    </Link>
  )
}

function Gone({ alone, search }: { alone: boolean; search: InboxSearch }) {
  const { gone, goneText } = words.conversation
  return (
    <>
      {alone && (
        <div className={styles.bar}>
          <Back search={search} />
        </div>
      )}
      <EmptyState icon={IconMessageOff} title={gone} text={goneText} />
    </>
  )
}
