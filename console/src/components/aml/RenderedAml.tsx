import { Alert, List, Stack, Tabs, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { channels as allChannels, type Channel, compile, type RenderResult, render } from '@parley/amf'
import { fillTemplate } from '@parley/definition'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { strings } from '#i18n/aml.ts'
import { strings as handset } from '#i18n/handset.ts'
import { useAgent } from '../../app/current-org.ts'
import { toRenderedBubbles } from '../handset/bubbles.ts'
import { HandsetView } from '../handset/HandsetView.tsx'
import type { AmlPreviewProps } from './AmlPreview.tsx'
import { type AgentContentData, buildAgentContent, createExampleValues, useAgentContentData } from './agent-content.ts'

const { preview } = strings

export function RenderedAml({ text, channels = allChannels, ...others }: AmlPreviewProps) {
  const parts = useAgentContentData()
  const [settled] = useDebouncedValue(text, 250)
  const [channel, setChannel] = useState<Channel>(channels[0] ?? 'rcs')
  const shown = { text: settled, parts, ...others }
  if (channels.length === 1)
    return (
      <section aria-label={preview.label}>
        <ChannelPreview channel={channel} {...shown} />
      </section>
    )
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
            <ChannelPreview channel={one} {...shown} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  )
}

type Props = Pick<AmlPreviewProps, 'text' | 'values' | 'height'> & { channel: Channel; parts: AgentContentData }

function ChannelPreview({ channel, text, parts, values, height = '28rem' }: Props) {
  const agent = useAgent()
  const rendered = useMemo(() => renderOn(channel, text, parts, values), [channel, text, parts, values])
  if (typeof rendered === 'string') {
    return (
      <Alert color="gray" icon={<IconDeviceMobile aria-hidden />}>
        {rendered}
      </Alert>
    )
  }
  return (
    <Stack gap="xs">
      <HandsetView
        channel={channel}
        title={agent.name}
        height={height}
        bubbles={toRenderedBubbles(rendered.messages, { messageId: 'preview' })}
      />
      <LossList losses={rendered.losses} />
    </Stack>
  )
}

/** Renders a text for a channel, or returns why it cannot. */
function renderOn(
  channel: Channel,
  text: string,
  parts: AgentContentData,
  props: Props['values'],
): RenderResult | string {
  if (text.trim() === '') return preview.nothing
  const values = props === 'none' || props === undefined ? createExampleValues(parts) : props
  const filled = props === 'none' ? { renderedText: text, blocked: false } : fillTemplate({ body: text }, values, 'aml')
  if (filled.blocked) return preview.blocked
  const { message } = compile(filled.renderedText ?? '', { content: buildAgentContent(parts, values) })
  if (message.parts.length === 0 && !message.chips?.length) return preview.left
  return render(message, { channel, messageId: 'preview' })
}

function LossList({ losses }: Pick<RenderResult, 'losses'>) {
  const messages = [...new Set(losses.map(({ message }) => message))]
  if (messages.length === 0) return null
  return (
    <div>
      <Text size="sm" fw={500}>
        {preview.lost(messages.length)}
      </Text>
      <List size="sm">
        {messages.map((message) => (
          <List.Item key={message}>{message}</List.Item>
        ))}
      </List>
    </div>
  )
}
