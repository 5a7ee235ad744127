import { ActionIcon, Alert, Button, Group, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { Channel } from '@parley/amf'
import { IconPlayerPlay, IconRefresh, IconSend2 } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { words as handset } from '#words/handset.ts'
import { words } from '#words/playbooks.ts'
import { useAgent } from '../../../../app/org.ts'
import { contentFrom } from '../../../../parts/aml/agent-content.ts'
import { exampleValues } from '../../../../parts/aml/example-person.ts'
import { channels } from '../../../../parts/handset/channels.ts'
import { Handset } from '../../../../parts/handset/Handset.tsx'
import type { Studio } from '../useStudio.ts'
import { DryRunPart } from './DryRunPart.tsx'
import { Happened } from './Happened.tsx'
import { bubblesIn, tapIn } from './told.ts'
import type { Trial } from './trial.ts'
import { useSession } from './useSession.ts'

const { trial: said } = words

type Given = { studio: Studio; setTrial: (trial: Trial) => void }

/** A conversation with the flow as it stands in the editor; its steps light up on the graph. */
export function Simulator({ studio, setTrial }: Given) {
  const agent = useAgent()
  const [channel, setChannel] = useState<Channel>('rcs')
  const [dry, setDry] = useState(false)
  const sim = useSession(studio, setTrial)
  const { session } = sim
  const around = useMemo(() => {
    const content = contentFrom(studio.parts, exampleValues(studio.parts))
    return { content, timezone: studio.around.timezone, channel, nameOf: studio.nameOf }
  }, [studio.parts, studio.around, studio.nameOf, channel])
  return (
    <Stack gap="sm">
      <Text size="sm" className="quiet">
        {said.lead}
      </Text>
      <Group gap={6}>
        <Select
          aria-label={said.channel}
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
          {said.again}
        </Button>
        <Button
          size="xs"
          px="xs"
          variant="default"
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          onClick={() => setDry(true)}
        >
          {said.byItself}
        </Button>
      </Group>
      <Group gap="lg">
        <Switch
          size="xs"
          label={said.known}
          checked={sim.known}
          onChange={(event) => sim.setKnown(event.currentTarget.checked)}
        />
        <Switch
          size="xs"
          label={said.succeed}
          checked={sim.toolsSucceed}
          onChange={(event) => sim.setToolsSucceed(event.currentTarget.checked)}
        />
      </Group>
      {dry && <DryRunPart studio={studio} close={() => setDry(false)} />}
      <Handset
        channel={channel}
        title={agent.name}
        height="26rem"
        bubbles={bubblesIn(session.happenings, around)}
        onTap={(tapped) => {
          const { text, picked } = tapIn(tapped, session.happenings, around)
          if (!session.isOver) sim.say(text, picked)
        }}
        composer={session.isOver ? undefined : <Composer say={sim.say} />}
      />
      {session.isOver && <Alert color="gray">{said.over}</Alert>}
      <Happened session={session} />
    </Stack>
  )
}

function Composer({ say }: { say: (text: string) => void }) {
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
          aria-label={said.say}
          placeholder={said.say}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <ActionIcon type="submit" size={36} aria-label={said.send}>
          <IconSend2 size={18} aria-hidden />
        </ActionIcon>
      </Group>
    </form>
  )
}
