import { Stack, Tabs, Text } from '@mantine/core'
import { IconHelpCircle, IconMasksTheater, IconUserOff } from '@tabler/icons-react'
import { useMemo } from 'react'
import { words } from '#words/inbox.ts'
import { useAgent, useOrg } from '../../app/org.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Loading } from '../../parts/Loading.tsx'
import { ButtonLink } from '../../parts/links.tsx'
import { explainedRecord } from '../../parts/turn/explained.ts'
import { TurnInspector } from '../../parts/turn/TurnInspector.tsx'
import { useEntries, useHolders, useTurns } from './data.ts'
import styles from './inbox.module.css'
import { PersonCard } from './PersonCard.tsx'
import type { Entry } from './transcript.ts'

const { side } = words

type Given = {
  sessionId: string
  /** The message whose turn is looked at. */
  why: string | undefined
  tab: 'person' | 'turn'
  onTab: (tab: 'person' | 'turn') => void
}

/** Who it is, and why the agent said what it said. */
export function SidePane({ sessionId, why, tab, onTab }: Given) {
  const { rows } = useEntries(sessionId)
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
        {rows?.[0] ? <Who newest={rows[0]} /> : !rows && <Loading />}
      </Tabs.Panel>
      <Tabs.Panel value="turn" p="md" className={styles.scroll} tabIndex={0}>
        <Why sessionId={sessionId} why={why} upTo={rows?.length ?? 0} />
      </Tabs.Panel>
    </Tabs>
  )
}

function Who({ newest }: { newest: Entry }) {
  const params = { org: useOrg().id, agent: useAgent().id }
  const asked = useMemo(() => (newest.test ? [] : [newest.userId]), [newest.test, newest.userId])
  const person = useHolders(asked).get(newest.userId)
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

function Why({ sessionId, why, upTo }: { sessionId: string; why: string | undefined; upTo: number }) {
  const turn = useTurns(sessionId, upTo).get(why ?? '')
  if (turn) return <TurnInspector turn={explainedRecord(turn)} />
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
