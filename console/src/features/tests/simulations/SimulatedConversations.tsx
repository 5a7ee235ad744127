import { Button, Group, Select, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { strings } from '#i18n/proof.ts'
import { displaySuiteName } from '#i18n/suite-names.ts'
import { useAgent, useCan, useRouteIds } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { SidePanel } from '../../../components/Dialog.tsx'
import { createAgentTextBubble, createPersonBubble } from '../../../components/handset/bubbles.ts'
import { HandsetView } from '../../../components/handset/HandsetView.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import { notify } from '../../../components/notify.tsx'
import { ErrorAlert } from '../../../components/PageStates.tsx'
import { TagChip } from '../../../components/StatusBadge.tsx'
import { useSuites } from '../shared/test-data.ts'
import { testPaths } from '../shared/test-paths.ts'
import { outcomeOrder } from './OutcomeBar.tsx'
import {
  type SimulatedConversation,
  type Simulation,
  type SimulationOutcome,
  useSimulatedConversations,
} from './simulation-data.ts'

const { simulation: texts } = strings
const tones = { goal: 'green', contained: 'blue', handedOver: 'yellow', maxTurns: 'yellow', error: 'red' } as const

/** The conversations that have ended, with their transcripts. */
export function SimulatedConversations({ simulation }: { simulation: Simulation }) {
  const navigate = useNavigate()
  const params = useParams({ from: testPaths.simulation })
  const { outcome, conversation } = useSearch({ from: testPaths.simulation })
  const list = useSimulatedConversations(simulation.id, outcome, simulation.done)
  const show = (search: { outcome?: SimulationOutcome; conversation?: string }) =>
    navigate({ to: testPaths.simulation, params, search, resetScroll: false })
  const opened = list.rows?.find(({ id }) => id === conversation)
  const filter = outcome && { outcome }
  if (list.error) return <ErrorAlert error={list.error} retry={list.refetch} />
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="flex-end">
        <Title order={2} size="h4">
          {texts.conversations}
        </Title>
        <Select
          label={texts.filter}
          placeholder={texts.any}
          size="xs"
          clearable
          data={outcomeOrder.map((value) => ({ value, label: texts.outcomes[value] ?? value }))}
          value={outcome ?? null}
          onChange={(value) => show(value ? { outcome: value as SimulationOutcome } : {})}
        />
      </Group>
      <DataTable<SimulatedConversation>
        label={texts.conversations}
        columns={columns}
        rows={list.rows}
        rowId={({ id }) => id}
        onOpen={({ id }) => show({ ...filter, conversation: id })}
        empty={<Text size="sm">{outcome ? texts.noneFound : texts.none}</Text>}
        more={list.more}
      />
      {opened && (
        <Transcript key={opened.id} simulation={simulation} conversation={opened} close={() => show({ ...filter })} />
      )}
    </Stack>
  )
}

const columns: DataColumn<SimulatedConversation>[] = [
  { id: 'n', label: texts.number, width: 60, cell: ({ n }) => n },
  { id: 'profile', label: texts.profile, width: 200, cell: ({ profileId }) => profileId },
  {
    id: 'outcome',
    label: texts.outcome,
    width: 150,
    cell: ({ outcome }) => <TagChip tone={tones[outcome]}>{texts.outcomes[outcome] ?? outcome}</TagChip>,
  },
  { id: 'reason', label: texts.reason, wide: true, cell: ({ reason = '' }) => reason },
  { id: 'turns', label: texts.turns, width: 80, align: 'right', cell: ({ turns }) => turns },
]

type TranscriptProps = { simulation: Simulation; conversation: SimulatedConversation; close: () => void }

function Transcript({ simulation, conversation, close }: TranscriptProps) {
  const agent = useAgent()
  const can = useCan('editor')
  const { n, profileId, transcript, reason } = conversation
  const bubbles = transcript.map(({ role, text }, at) =>
    role === 'user'
      ? createPersonBubble({ id: `line ${at}`, text })
      : createAgentTextBubble(text, { messageId: `line ${at}` }),
  )
  const { goal, manner = 'plain' } = simulation.profiles.find(({ id }) => id === profileId) ?? {}
  return (
    <SidePanel opened onClose={close} title={texts.transcript(n, profileId)} size={460}>
      <Stack gap="sm">
        {goal !== undefined && (
          <Text size="sm">
            {goal} · {strings.startSimulation.manners[manner] ?? manner}
          </Text>
        )}
        {reason !== undefined && <Text size="sm">{reason}</Text>}
        <HandsetView title={agent.name} channel="rcs" bubbles={bubbles} height="min(36rem, calc(100dvh - 16rem))" />
        {can && transcript.length > 0 && <MakeCase simulation={simulation} conversation={conversation} />}
      </Stack>
    </SidePanel>
  )
}

/** Keeps a conversation as a test case, which passes as long as it comes to the same outcomes. */
function MakeCase({ simulation, conversation }: Omit<TranscriptProps, 'close'>) {
  const agent = useAgent()
  const ids = useRouteIds()
  const suites = (useSuites().data ?? []).filter(({ system }) => !system)
  const [chosen, setChosen] = useState<string>()
  const suiteId = chosen ?? suites[0]?.id
  const making = useMutation({
    mutationFn: (suite: string) =>
      agent.api.post('/simulations/{simulationId}/conversations/{simulatedId}/_makeCase', {
        path: { simulationId: simulation.id, simulatedId: conversation.id },
        body: { suiteId: suite },
      }),
    onSuccess: () => notify.success(texts.made),
    onError: notify.error,
  })
  if (suiteId === undefined) return <Text size="sm">{texts.noSuite}</Text>
  return (
    <Group align="flex-end" gap="xs">
      <Select
        label={texts.suite}
        size="xs"
        flex={1}
        data={suites.map(({ id, name }) => ({ value: id, label: displaySuiteName(name) }))}
        allowDeselect={false}
        value={suiteId}
        onChange={(value) => setChosen(value ?? undefined)}
      />
      {making.data ? (
        <AnchorLink size="sm" to={testPaths.case} params={{ ...ids, suiteId, caseId: making.data.id }}>
          {texts.openCase}
        </AnchorLink>
      ) : (
        <Button size="xs" loading={making.isPending} onClick={() => making.mutate(suiteId)}>
          {texts.makeCase}
        </Button>
      )}
    </Group>
  )
}
