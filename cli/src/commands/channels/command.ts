import type { Schema } from '@parley/sdk'
import { defineCommand, defineGroup } from '../../command.ts'
import { connectToAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { exitCodes } from '../../exit.ts'
import { formatTable } from '../../layout/table.ts'
import { toPrintable } from '../../text/printable.ts'

type Binding = Schema<'ChannelBinding'>

/** A managed binding has no provider of its own. */
const providerOf = ({ provider, mode }: Binding): string => provider ?? mode

const listChannelsCommand = defineCommand({
  name: 'list',
  aliases: ['ls'],
  summary: 'the channels of the agent, and whether they work',
  about: 'lists the channel bindings of an agent with provider, status and sender, newest first.',
  options: agentOptions,
  examples: [
    ['parley channels list', 'all channels'],
    ['parley channels list --json | jq \'.data[] | select(.status != "Active")\'', 'those that do not work'],
  ],
  next: ['`parley channels show BINDING` shows what is missing, and the address for the provider'],
  async run({ options, io, print, columns, json }) {
    const { client, agent } = await connectToAgent(options, io)
    const { data } = await client.get('/channels')
    json({ data })
    if (data.length === 0) print(`${toPrintable(agent)} has no channels. The console connects them, under Channels`)
    const rows = data.map((binding) => [
      binding.id,
      binding.channel,
      providerOf(binding),
      binding.status,
      binding.routingId ?? '',
    ])
    const table = formatTable(['ID', 'CHANNEL', 'PROVIDER', 'STATUS', 'SENDER'], rows, columns)
    for (const line of data.length > 0 ? table : []) print(line)
    return exitCodes.passed
  },
})

const showChannelCommand = defineCommand({
  name: 'show',
  summary: 'one channel: its status, what is missing, and its settings',
  about:
    'shows one channel binding by its id: provider, sender, status and what is missing, pace,\ncompliance, the address that the provider calls, and every change of the status.',
  args: [{ name: 'BINDING', description: 'the id of the binding, from `parley channels list`' }],
  options: agentOptions,
  exitDescriptions: { [exitCodes.failed]: 'the channel does not work: its status is not Active' },
  examples: [
    ['parley channels show chn_0m3k1', 'what it is, and what it waits for'],
    ['parley channels show chn_0m3k1 --json | jq -r .callbackUrl', 'the address to enter at the provider'],
  ],
  next: [
    '`parley campaigns test CAMPAIGN NUMBER` sends a message on it',
    '`parley logs tail` shows what happens there',
  ],
  async run({ options, args: [bindingId = ''], io, print, json }) {
    const { client } = await connectToAgent(options, io)
    const binding = await client.get('/channels/{bindingId}', { path: { bindingId } })
    json(binding)
    for (const line of describeBinding(binding)) print(line)
    return binding.status === 'Active' ? exitCodes.passed : exitCodes.failed
  },
})

function* describeBinding(binding: Binding): Generator<string> {
  const { id, channel, status, statusDetail, routingId, delivery, compliance, callbackUrl, inputs, events } = binding
  yield `${toPrintable(id)}  ${channel}  ${toPrintable(providerOf(binding))}  ${status}`
  const disclaimer = compliance?.disclaimerText ? `, with “${compliance.disclaimerText}”` : ''
  const details: [name: string, value: string | undefined][] = [
    ['detail', statusDetail],
    ['sender', routingId],
    [
      'pace',
      delivery?.minMessageDelayMs === undefined ? undefined : `${delivery.minMessageDelayMs} ms between messages`,
    ],
    ['compliance', compliance && `${compliance.enabled ? 'on' : 'off'}${disclaimer}`],
    ['callback', callbackUrl],
    ...Object.entries(inputs ?? {}),
  ]
  for (const [name, value] of details) if (value) yield `  ${toPrintable(name).padEnd(10)}  ${toPrintable(value)}`
  for (const { at, to, actor, note } of events)
    yield `  ${at}  ${to}, by ${actor}${note ? `: ${toPrintable(note)}` : ''}`
}

export const channelsCommand = defineGroup({
  name: 'channels',
  aliases: ['channel'],
  summary: 'the channels of an agent, and what they wait for',
  about: 'reads the channel bindings of an agent. The console and the API connect and change them.',
  commands: [listChannelsCommand, showChannelCommand],
  defaultCommand: listChannelsCommand,
  examples: [
    ['parley channels', 'all channels with their status'],
    ['parley channels show chn_0m3k1', 'one of them, with what is missing'],
  ],
})
