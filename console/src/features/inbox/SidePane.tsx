import { Badge, Group, Stack, Tabs, Text, Title } from '@mantine/core'
import { IconHelpCircle, IconMasksTheater, IconUserOff } from '@tabler/icons-react'
import { useMemo } from 'react'
import { strings as phone } from '#i18n/handset.ts'
import { strings } from '#i18n/inbox.ts'
import { strings as people } from '#i18n/people.ts'
import { useAgent, useOrg } from '../../app/current-org.ts'
import { ButtonLink } from '../../components/links.tsx'
import { EmptyState, Loading } from '../../components/PageStates.tsx'
import { StatusBadge } from '../../components/StatusBadge.tsx'
import { Timestamp } from '../../components/Timestamp.tsx'
import { DescriptionList, TurnInspector } from '../../components/turn/TurnInspector.tsx'
import { explainRecord } from '../../components/turn/turn-explanation.ts'

import { formatCustomField, usePeopleFields } from '../people/people-fields.ts'

import styles from './inbox.module.css'
import { getConversationName, type Person, useMessageEntries, usePeopleByUserId, useTurnRecords } from './inbox-data.ts'
import type { AgentMessageEntry } from './transcript.ts'

const fields = ['email', 'phone', 'company', 'title', 'source', 'timezone', 'notes'] as const

function PersonCard({ person, userId }: { person: Person; userId: string }) {
  const params = { org: useOrg().id, agent: useAgent().id, personId: person.id }
  const stopped = person.identities.some(({ asid, optedOut }) => asid === userId && optedOut)
  const known = fields.flatMap((name) => (person[name] ? [[side.fields[name], person[name]] as const] : []))
  const declared = usePeopleFields()
  const own = Object.entries(person.customFields).map(([key, value]) => formatCustomField(declared, key, value))
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        {getConversationName(person, userId)}
      </Title>
      <Group gap={6}>
        <StatusBadge status={person.status} label={people.statuses[person.status]} />
        <StatusBadge status={person.consent.status} label={side.consents[person.consent.status]} />
        {stopped && <StatusBadge status="optedOut" label={side.optedOut} />}
      </Group>
      <DescriptionList facts={[...known, ...own]} />
      {person.tags.length > 0 && (
        <Group gap={4} aria-label={side.tags} role="group">
          {person.tags.map((tag) => (
            <Badge key={tag} variant="default" tt="none" fw={500}>
              {tag}
            </Badge>
          ))}
        </Group>
      )}
      <Identities person={person} />
      {person.lastSeenAt && (
        <Text size="sm" className="quiet">
          {side.lastSeen} <Timestamp at={person.lastSeenAt} />
        </Text>
      )}
      <ButtonLink to="/orgs/$org/agents/$agent/people/$personId" params={params} variant="default" size="xs">
        {side.open}
      </ButtonLink>
    </Stack>
  )
}

function Identities({ person }: { person: Person }) {
  return (
    <Stack gap={2}>
      <Text size="sm" fw={600}>
        {side.identities}
      </Text>
      {person.identities.map(({ asid, channel, preferred, optedOut }) => (
        <Text key={asid} size="sm">
          {[phone.channels[channel], preferred && side.preferred, optedOut && side.stopped].filter(Boolean).join(' · ')}
        </Text>
      ))}
    </Stack>
  )
}

const { side } = strings

type SidePaneProps = {
  sessionId: string
  /** The message whose turn is inspected. */
  why: string | undefined
  tab: 'person' | 'turn'
  onTab: (tab: 'person' | 'turn') => void
}

/** The person, and the explanation of the agent's answer. */
export function SidePane({ sessionId, why, tab, onTab }: SidePaneProps) {
  const { rows } = useMessageEntries(sessionId)
  return (
    <Tabs
      value={tab}
      onChange={(chosen) => onTab(chosen === 'turn' ? 'turn' : 'person')}
      className={styles.pane}
      style={{ flex: 1 }}
    >
      <Tabs.List grow>
        <Tabs.Tab value="person">{side.person}</Tabs.Tab>
        <Tabs.Tab value="turn">{side.turn}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="person" p="md" className={styles.scroll} tabIndex={0}>
        {rows?.[0] ? <PersonTab newest={rows[0]} /> : !rows && <Loading />}
      </Tabs.Panel>
      <Tabs.Panel value="turn" p="md" className={styles.scroll} tabIndex={0}>
        <TurnTab sessionId={sessionId} why={why} upTo={rows?.length ?? 0} />
      </Tabs.Panel>
    </Tabs>
  )
}

function PersonTab({ newest }: { newest: AgentMessageEntry }) {
  const params = { org: useOrg().id, agent: useAgent().id }
  const userIds = useMemo(() => (newest.test ? [] : [newest.userId]), [newest.test, newest.userId])
  const person = usePeopleByUserId(userIds).get(newest.userId)
  if (newest.test) {
    const action = (
      <ButtonLink to="/orgs/$org/agents/$agent/emulator" params={params} variant="default">
        {side.emulator}
      </ButtonLink>
    )
    return <EmptyState icon={IconMasksTheater} title={side.rehearsal} text={side.rehearsalText} action={action} />
  }
  if (!person) return <EmptyState icon={IconUserOff} title={side.unknown} text={side.unknownText} />
  return <PersonCard person={person} userId={newest.userId} />
}

function TurnTab({ sessionId, why, upTo }: { sessionId: string; why: string | undefined; upTo: number }) {
  const turn = useTurnRecords(sessionId, upTo).get(why ?? '')
  if (turn) return <TurnInspector turn={explainRecord(turn)} />
  return (
    <Stack gap={4} align="center" ta="center" py="xl">
      <IconHelpCircle size={32} stroke={1.2} aria-hidden />
      {why !== undefined && <Text fw={600}>{side.noTurn}</Text>}
      <Text size="sm" className="quiet">
        {why === undefined ? side.turnHint : side.noTurnText}
      </Text>
    </Stack>
  )
}
