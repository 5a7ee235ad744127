import { ActionIcon, Alert, Button, Group, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { Channel } from '@parley/amf'
import { channels } from '@parley/amf/channels'
import { dryRun, type VerificationFinding } from '@parley/flow'
import { IconPlayerPlay, IconRefresh, IconSend2 } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { strings } from '#i18n/flow.ts'
import { strings as handset } from '#i18n/handset.ts'
import { strings as proof } from '#i18n/proof.ts'
import { useAgent } from '../../../../app/current-org.ts'
import { buildAgentContent, createExampleValues } from '../../../../components/aml/agent-content.ts'

import { HandsetView } from '../../../../components/handset/HandsetView.tsx'
import type { FlowEditorState } from '../useFlowEditor.ts'
import { FlowDryRunReport } from './FlowDryRunReport.tsx'
import type { SimulationHighlight } from './highlight.ts'
import { applyCounterexample, playCounterexample } from './play-counterexample.ts'
import { SimulationDetails } from './SimulationDetails.tsx'
import { replyToSimulation, type SimulationSession, startSimulation } from './simulation.ts'
import { buildSimulationBubbles, resolveSimulatedTap } from './simulation-bubbles.ts'
import { createSimulationWorld } from './simulation-world.ts'

const { trial: texts } = strings

/** `played`: a finding of verification whose counterexample the simulator plays. */
type Played = { finding: VerificationFinding; stop: () => void }
type SimulatorProps = { studio: FlowEditorState; setTrial: (trial: SimulationHighlight) => void; played?: Played }

/** Simulates a conversation with the unsaved flow; its steps are highlighted on the graph. */
export function Simulator({ studio, setTrial, played }: SimulatorProps) {
  const agent = useAgent()
  const [channel, setChannel] = useState<Channel>('rcs')
  const [dry, setDry] = useState(false)
  const sim = useSimulation(studio, setTrial, played?.finding)
  const { session } = sim
  const context = useMemo(() => {
    const content = buildAgentContent(studio.contentData, createExampleValues(studio.contentData))
    return { content, timezone: studio.references.timezone, channel, nameOf: studio.nameOf }
  }, [studio.contentData, studio.references, studio.nameOf, channel])
  return (
    <Stack gap="sm">
      <Text size="sm" className="quiet">
        {texts.lead}
      </Text>
      <Group gap={6}>
        <Select
          aria-label={texts.channel}
          size="xs"
          w={124}
          data={channels.map((value) => ({ value, label: handset.channels[value] }))}
          allowDeselect={false}
          value={channel}
          onChange={(next) => next && setChannel(next as Channel)}
        />
        <Button
          size="xs"
          px="xs"
          variant="default"
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={sim.restart}
        >
          {texts.restart}
        </Button>
        <Button
          size="xs"
          px="xs"
          variant="default"
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          onClick={() => setDry(true)}
        >
          {texts.byItself}
        </Button>
      </Group>
      {played ? <PlayedFinding {...played} /> : <WorldSwitches sim={sim} />}
      {dry && <DryRunPanel studio={studio} close={() => setDry(false)} />}
      <HandsetView
        channel={channel}
        title={agent.name}
        height="26rem"
        bubbles={buildSimulationBubbles(session.events, context)}
        onTap={(tapped) => {
          const { text, picked } = resolveSimulatedTap(tapped, session.events, context)
          if (!session.isOver) sim.say(text, picked)
        }}
        composer={session.isOver ? undefined : <SimulatorComposer say={sim.say} />}
      />
      {session.isOver && <Alert color="gray">{texts.over}</Alert>}
      <SimulationDetails session={session} />
    </Stack>
  )
}

function PlayedFinding({ finding, stop }: Played) {
  return (
    <Alert color="orange" role="status" title={strings.flow.trial}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">{proof.verify.playing(finding.message)}</Text>
        <Button size="compact-xs" variant="default" onClick={stop}>
          {proof.verify.stop}
        </Button>
      </Group>
    </Alert>
  )
}

function WorldSwitches({ sim }: { sim: SimulationControls }) {
  return (
    <Group gap="lg">
      <Switch
        size="xs"
        label={texts.known}
        checked={sim.known}
        onChange={(event) => sim.setKnown(event.currentTarget.checked)}
      />
      <Switch
        size="xs"
        label={texts.succeed}
        checked={sim.toolsSucceed}
        onChange={(event) => sim.setToolsSucceed(event.currentTarget.checked)}
      />
    </Group>
  )
}

function SimulatorComposer({ say }: { say: (text: string) => void }) {
  const [text, setText] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '') return
        say(text)
        setText('')
      }}
    >
      <Group gap="xs" wrap="nowrap">
        <TextInput
          style={{ flex: 1 }}
          aria-label={texts.say}
          placeholder={texts.say}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <ActionIcon type="submit" size={36} aria-label={texts.send}>
          <IconSend2 size={18} aria-hidden />
        </ActionIcon>
      </Group>
    </form>
  )
}

/** Plays the flow with generated answers: always the first choice, yes to every question, every tool succeeds. */
function DryRunPanel({ studio, close }: { studio: FlowEditorState; close: () => void }) {
  const { document, playbookId } = studio
  // biome-ignore lint/correctness/useExhaustiveDependencies: plays again only when the flow changes
  const run = useMemo(() => {
    const { flowOf, agent, now, timezone } = createSimulationWorld(studio, { known: false, toolsSucceed: true })
    return dryRun(document.flow, { flowOf, agent, person: () => undefined, now, timezone }, { playbookId })
  }, [document.graph])
  return (
    <Alert
      title={strings.trial.dryTitle}
      withCloseButton
      onClose={close}
      closeButtonLabel={strings.step.close}
      color="gray"
    >
      <FlowDryRunReport run={run} />
    </Alert>
  )
}

type SimulationControls = {
  session: SimulationSession
  known: boolean
  setKnown: (known: boolean) => void
  toolsSucceed: boolean
  setToolsSucceed: (succeed: boolean) => void
  restart: () => void
  say: (text: string, picked?: string[]) => void
}

/** A simulated conversation. Restarts when the flow or the simulated world changes. */
function useSimulation(
  studio: FlowEditorState,
  setTrial: (trial: SimulationHighlight) => void,
  finding: VerificationFinding | undefined,
): SimulationControls {
  const [known, setKnown] = useState(false)
  const [toolsSucceed, setToolsSucceed] = useState(true)
  const { graph } = studio.document
  const createWorld = () => {
    const world = createSimulationWorld(studio, { known, toolsSucceed })
    return finding ? applyCounterexample(world, finding.counterexample) : world
  }
  const begin = () =>
    finding ? playCounterexample(finding.counterexample, createWorld()) : startSimulation(createWorld())
  const [session, setSession] = useState<SimulationSession>(begin)
  // biome-ignore lint/correctness/useExhaustiveDependencies: these values define the conversation
  useEffect(() => setSession(begin()), [graph, known, toolsSucceed, studio.contentData, finding])
  useEffect(() => {
    const { passed: fresh, visited: passed, waitingAt } = session
    setTrial({ passed, latest: fresh, ...(waitingAt !== undefined && { waitingAt }) })
  }, [session, setTrial])
  return {
    session,
    known,
    setKnown,
    toolsSucceed,
    setToolsSucceed,
    restart: () => setSession(begin()),
    say: (text, picked) => setSession(replyToSimulation(session, text, picked, createWorld())),
  }
}
