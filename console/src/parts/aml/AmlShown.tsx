import { Alert, List, Stack, Tabs, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { channels as allChannels, type Channel, compile, type Rendered, render } from '@parley/amf'
import { fillTemplate } from '@parley/definition'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { words } from '#words/aml.ts'
import { words as handset } from '#words/handset.ts'
import { useAgent } from '../../app/org.ts'
import { bubblesOf } from '../handset/bubbles.ts'
import { Handset } from '../handset/Handset.tsx'
import type { AmlPreviewGiven } from './AmlPreview.tsx'
import { type AgentParts, contentFrom } from './agent-content.ts'
import { exampleValues } from './example-person.ts'
import { useAgentParts } from './useAgentParts.ts'

const { preview } = words

export function AmlShown({ text, channels = allChannels, values }: AmlPreviewGiven) {
  const parts = useAgentParts()
  const [settled] = useDebouncedValue(text, 250)
  const [channel, setChannel] = useState<Channel>(channels[0] ?? 'rcs')
  return (
    <Stack gap="xs" role="group" aria-label={preview.label}>
      <Tabs
        value={channel}
        onChange={(chosen) => chosen && setChannel(chosen as Channel)}
        variant="pills"
        keepMounted={false}
      >
        <Tabs.List mb="xs">
          {channels.map((one) => (
            <Tabs.Tab key={one} value={one} size="xs" px="xs" py={4}>
              {handset.channels[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {channels.map((one) => (
          <Tabs.Panel key={one} value={one}>
            <OnChannel channel={one} text={settled} parts={parts} values={values} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  )
}

type Given = { channel: Channel; text: string; parts: AgentParts; values: AmlPreviewGiven['values'] }

function OnChannel({ channel, text, parts, values }: Given) {
  const agent = useAgent()
  const shown = useMemo(() => shownOn(channel, text, parts, values), [channel, text, parts, values])
  if (typeof shown === 'string') {
    return (
      <Alert color="gray" icon={<IconDeviceMobile aria-hidden />}>
        {shown}
      </Alert>
    )
  }
  return (
    <Stack gap="xs">
      <Handset
        channel={channel}
        title={agent.name}
        height="28rem"
        bubbles={bubblesOf(shown.messages, { channel, messageId: 'preview' }, shown.affordances)}
      />
      <Losses losses={shown.losses} />
    </Stack>
  )
}

/** What a channel shows of a text, or why it shows nothing. */
function shownOn(channel: Channel, text: string, parts: AgentParts, given: Given['values']): Rendered | string {
  if (text.trim() === '') return preview.nothing
  const values = given ?? exampleValues(parts)
  const { renderedText, blocked } = fillTemplate({ body: text }, values, 'aml')
  if (blocked) return preview.blocked
  const { message } = compile(renderedText ?? '', { content: contentFrom(parts, values) })
  if (message.parts.length === 0 && !message.chips?.length) return preview.left
  return render(message, { channel, messageId: 'preview' })
}

function Losses({ losses }: Pick<Rendered, 'losses'>) {
  const told = [...new Set(losses.map(({ message }) => message))]
  if (told.length === 0) return null
  return (
    <div>
      <Text size="sm" fw={500}>
        {preview.lost(told.length)}
      </Text>
      <List size="sm">
        {told.map((message) => (
          <List.Item key={message}>{message}</List.Item>
        ))}
      </List>
    </div>
  )
}
