import { Stack, Tabs, Text } from '@mantine/core'
import { IconHelpCircle, IconMasksTheater, IconUserOff } from '@tabler/icons-react'
import { useMemo } from 'react'
import { strings } from '#i18n/inbox.ts'
import { useAgent, useOrg } from '../../app/current-org.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loading } from '../../components/Loading.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { TurnInspector } from '../../components/turn/TurnInspector.tsx'
import { explainRecord } from '../../components/turn/turn-explanation.ts'
import styles from './inbox.module.css'
import { useMessageEntries, usePeopleByUserId, useTurnRecords } from './inbox-data.ts'
import { PersonCard } from './PersonCard.tsx'
import type { AgentMessageEntry } from './transcript.ts'

const { side } = strings

type SidePaneProps = {
  sessionId: string
  /** The message whose turn is looked at. */
  why: string | undefined
  tab: 'person' | 'turn'
  onTab: (tab: 'person' | 'turn') => void
}

/** Who it is, and why the agent said what it said. */
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
