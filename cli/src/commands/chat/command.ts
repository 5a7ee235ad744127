import { defineCommand, type OptionValues } from '../../command.ts'
import { connectToAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { usageError } from '../../exit.ts'
import { toPrintable } from '../../text/printable.ts'
import { readInputLines } from './lines.ts'
import { createChatPersona, createPersonaSession, type PersonaSession, readPersona } from './persona-session.ts'
import { type ChatChannel, chatChannels } from './persona-types.ts'
import { runChat } from './talk.ts'

const heading = 'Whom you play'

const chatOptions = {
  channel: { type: 'string', value: 'CHANNEL', heading, description: `${chatChannels.join(', ')}; rcs when left out` },
  persona: {
    type: 'string',
    value: 'ID',
    heading,
    description: 'goes on as this persona, which is there already, and stays',
  },
  keep: { type: 'boolean', heading, description: 'the persona that is made for this stays, to go on with later' },
  say: {
    type: 'string',
    multiple: true,
    value: 'TEXT',
    description:
      'says this, prints what is answered, and ends; may be repeated.\nWithout a terminal the lines of the standard input are said',
  },
  ...agentOptions,
} as const

export const chatCommand = defineCommand({
  name: 'chat',
  summary: 'talk to an agent in the terminal; nothing reaches anybody',
  about: `talks to an agent, as somebody on a channel would.
You play a persona: the turn is the real one, and nothing leaves the sandbox. Nobody is written
to, nothing is booked, and no integration is called; what would have been done is told.
Type what you want to say, or the number or label of what you want to tap. /help tells more.`,
  options: chatOptions,
  exitDescriptions: { 0: 'all was said', 1: 'something that a script has said got no answer' },
  examples: [
    ['parley chat', 'talks to the agent of a Parley on this machine'],
    ['parley chat --channel sms --say "When are you open?"', 'asks one thing, as a text message'],
    [
      'parley chat --say "I want to book" --say 1 --json | jq .effects',
      'taps what is offered first, and shows what would be done',
    ],
  ],
  next: ['`parley test` plays what you have found out again and again'],
  async run({ options, io, print, columns = widest, paint, json }) {
    const channel = channelOf(options)
    const { agent, client } = await connectToAgent(options, io)
    const isNew = options.persona === undefined
    const persona = await (options.persona === undefined
      ? createChatPersona(client, channel)
      : readPersona(client, options.persona))
    const session = createPersonaSession(client, persona, io)
    const isLive = io.prompt !== undefined && options.say.length === 0
    const style = { columns: Math.min(columns, widest) - margin, paint }
    if (isLive) print(formatGreeting(agent, persona.channel))
    try {
      const past = isNew ? [] : await session.recentTurns(readSavedPersona)
      return await runChat({ session: session, io, style, isLive, print, json }, past, readInputLines(options.say, io))
    } finally {
      if (isNew) await endChat(session, options.keep, print)
    }
  },
})

const widest = 100
const margin = 4
/** As many turns as remind one of what was said. */
const readSavedPersona = 3

function channelOf({
  channel,
  persona,
  keep,
}: Pick<OptionValues<typeof chatOptions>, 'channel' | 'persona' | 'keep'>): ChatChannel {
  if (persona !== undefined && (channel !== undefined || keep)) {
    throw usageError('A persona that is there already has its channel, and stays: leave out --channel and --keep')
  }
  const known = chatChannels.find((one) => one === (channel ?? 'rcs'))
  if (known) return known
  throw usageError(`${toPrintable(channel ?? '')} is no channel of personas. There are: ${chatChannels.join(', ')}`)
}

const formatGreeting = (agent: string, channel: string): string =>
  [
    `You talk to ${toPrintable(agent)} on ${channel}, as a persona: nothing reaches anybody.`,
    'Type a message, or the number of what you want to tap. /help tells more, Ctrl-D ends it.',
    '',
  ].join('\n')

async function endChat(
  { persona, deletePersona }: PersonaSession,
  keep: boolean,
  print: (line: string) => void,
): Promise<void> {
  const isGone = keep ? false : await deletePersona()
  if (isGone) return
  if (!keep) print('The persona stays: the API key may not delete it (scope agents:write).')
  print(`To go on as the same persona: parley chat --persona ${toPrintable(persona.id)}`)
}
