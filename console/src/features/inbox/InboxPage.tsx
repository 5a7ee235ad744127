import { Collapse, Group, Select, Stack, Switch, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedCallback, useDisclosure, useMediaQuery } from '@mantine/hooks'
import { channels } from '@parley/amf/channels'
import { IconAdjustmentsHorizontal, IconMessageCircle, IconSearch } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { strings as phone } from '#i18n/handset.ts'
import { strings } from '#i18n/inbox.ts'
import { SidePanel } from '../../components/Dialog.tsx'
import { PageLayout } from '../../components/PageLayout.tsx'
import { EmptyState, ErrorAlert } from '../../components/PageStates.tsx'
import { ConversationList } from './ConversationList.tsx'
import { ConversationPane } from './ConversationPane.tsx'
import { InboxTabs } from './InboxTabs.tsx'
import styles from './inbox.module.css'
import { useConversations, usePeopleByUserId } from './inbox-data.ts'
import { conversationStates, type InboxSearch, readInboxSearch } from './inbox-search.ts'
import { SidePane } from './SidePane.tsx'
import { TimeFilter } from './TimeFilter.tsx'

const routeId = '/orgs/$org/agents/$agent/inbox'

/** Three panes if there is room, otherwise two with the third in a drawer, or one at a time. */
export function InboxPage() {
  const search = useSearch({ from: routeId })
  const panes = usePanes()
  // On a phone, an open conversation has all the room.
  const isAlone = panes === 1 && search.conversation !== undefined
  const listed = panes > 1 || search.conversation === undefined
  return (
    <PageLayout title={strings.title} isCompact={isAlone}>
      {!isAlone && <InboxTabs />}
      <div className={styles.panes} data-panes={panes} data-open={isAlone || undefined}>
        {listed && <ListPane search={search} />}
        {search.conversation !== undefined && (
          <OpenConversation key={search.conversation} id={search.conversation} search={search} panes={panes} />
        )}
        {search.conversation === undefined && panes > 1 && <ChooseConversation span={panes - 1} />}
      </div>
    </PageLayout>
  )
}

function usePanes(): number {
  const now = { getInitialValueInEffect: false }
  const wide = useMediaQuery('(min-width: 75em)', true, now)
  const narrow = useMediaQuery('(max-width: 48em)', false, now)
  return wide ? 3 : narrow ? 1 : 2
}

const step = 100
const most = 1_000

function ListPane({ search }: { search: InboxSearch }) {
  const [limit, setLimit] = useState(step)
  const { conversations, all, error, refetch, now } = useConversations(search, limit)
  const userIds = useMemo(
    () => conversations?.filter(({ test }) => !test).map(({ userId }) => userId) ?? [],
    [conversations],
  )
  const holders = usePeopleByUserId(userIds)
  const more = all && all.length >= limit && limit < most ? () => setLimit(limit + step) : undefined
  return (
    <section className={styles.pane} aria-label={strings.list.label}>
      <ConversationFilters search={search} />
      <div className={styles.scroll}>
        {error ? (
          <ErrorAlert error={error} retry={refetch} />
        ) : (
          <ConversationList conversations={conversations} search={search} holders={holders} now={now} more={more} />
        )}
      </div>
    </section>
  )
}

function ChooseConversation({ span }: { span: number }) {
  return (
    <section className={styles.pane} style={{ gridColumn: `span ${span}` }} aria-label={strings.conversation.label}>
      <EmptyState icon={IconMessageCircle} title={strings.choose.title} text={strings.choose.text} />
    </section>
  )
}

type OpenConversationProps = { id: string; search: InboxSearch; panes: number }

/** The open conversation, with the side pane for the person and the explanation. */
function OpenConversation({ id, search, panes }: OpenConversationProps) {
  const navigate = useNavigate({ from: routeId })
  const [tab, setTab] = useState<'person' | 'turn'>(search.why === undefined ? 'person' : 'turn')
  const [drawn, drawer] = useDisclosure(search.why !== undefined)
  const why = (messageId: string) => {
    setTab('turn')
    drawer.open()
    navigate({ search: { ...search, why: messageId }, replace: true })
  }
  const about = () => {
    setTab('person')
    drawer.open()
  }
  const side = <SidePane sessionId={id} why={search.why} tab={tab} onTab={setTab} />
  return (
    <>
      <ConversationPane
        id={id}
        search={search}
        alone={panes === 1}
        onWhy={why}
        onAbout={panes < 3 ? about : undefined}
      />
      {panes === 3 ? (
        <aside className={styles.pane} aria-label={strings.side.label}>
          {side}
        </aside>
      ) : (
        <SidePanel opened={drawn} onClose={drawer.close} title={strings.side.label} padding="md">
          {side}
        </SidePanel>
      )}
    </>
  )
}

const { list } = strings

/** Filters of the list, stored in the URL. */
function ConversationFilters({ search }: { search: InboxSearch }) {
  const navigate = useNavigate({ from: '/orgs/$org/agents/$agent/inbox' })
  const change = (changed: Record<string, unknown>) =>
    navigate({ search: readInboxSearch({ ...search, ...changed }), replace: true })
  const [open, { toggle }] = useDisclosure(
    Boolean(search.channel ?? search.state ?? search.days ?? search.start ?? search.tests),
  )
  return (
    <Stack gap={6} className={styles.bar}>
      <Group gap={6} wrap="nowrap" align="flex-end">
        <SearchField key={search.q === undefined ? 'none' : 'some'} q={search.q} onChange={(q) => change({ q })} />
        <UnstyledButton onClick={toggle} aria-expanded={open} aria-label={list.filters} p={6}>
          <IconAdjustmentsHorizontal size={20} aria-hidden />
        </UnstyledButton>
      </Group>
      <Collapse expanded={open}>
        <Stack gap={6} pb={4}>
          <Select
            size="xs"
            label={list.channel}
            placeholder={list.anyChannel}
            clearable
            data={channels.map((value) => ({ value, label: phone.channels[value] }))}
            value={search.channel ?? null}
            onChange={(channel) => change({ channel })}
          />
          <Select
            size="xs"
            label={list.state}
            placeholder={list.states.all}
            clearable
            data={conversationStates.map((value) => ({ value, label: list.states[value] }))}
            value={search.state ?? null}
            onChange={(state) => change({ state })}
          />
          <TimeFilter search={search} defaultDays="7" onChange={change} />
          <Switch
            size="xs"
            label={list.tests}
            checked={search.tests ?? false}
            onChange={(event) => change({ tests: event.currentTarget.checked })}
          />
        </Stack>
      </Collapse>
    </Stack>
  )
}

function SearchField({ q, onChange }: { q: string | undefined; onChange: (q: string) => void }) {
  const [typed, setTyped] = useState(q ?? '')
  const ask = useDebouncedCallback((text: string) => onChange(text.trim()), 300)
  return (
    <TextInput
      size="xs"
      flex={1}
      type="search"
      label={list.search}
      placeholder={list.searchHint}
      leftSection={<IconSearch size={14} aria-hidden />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        ask(event.currentTarget.value)
      }}
    />
  )
}
