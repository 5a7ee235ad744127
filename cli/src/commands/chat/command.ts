import { createInterface } from 'node:readline'
import { type Channel, channelNames, type EmulatedChannel, emulatedChannels } from '@parley/amf/channels'
import { Forbidden, NotFound, ParleyError, ParleyUnreachable, Unauthorized } from '@parley/sdk'
import { defineCommand, type OptionValues } from '../../command.ts'
import { connectToAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { CommandError, type ExitCode, exitCodes, toCommandError, usageError } from '../../exit.ts'
import type { Io } from '../../io.ts'
import { toPrintable } from '../../text/printable.ts'
import { type ChatContext, type ChatState, indentLines, sendMessage, showTurn, slashCommands } from './chat-actions.ts'
import { type ParsedInput, parseInput } from './parse-input.ts'
import {
  createChatPersona,
  createPersonaSession,
  type PastPersonaTurn,
  type PersonaSession,
  readPersona,
} from './persona-session.ts'
import { buildScreen, type ChatScreen, emptyScreen } from './rendered/chat-bubble.ts'

const heading = 'Your role'

const chatOptions = {
  channel: { type: 'string', value: 'CHANNEL', heading, description: `${emulatedChannels.join(', ')}; default: rcs` },
  persona: {
    type: 'string',
    value: 'ID',
    heading,
    description: 'continues as this existing persona, and keeps it',
  },
  keep: {
    type: 'boolean',
    heading,
    description: 'keeps the persona created for this chat, so that you can continue later',
  },
  say: {
    type: 'string',
    multiple: true,
    value: 'TEXT',
    description:
      'sends this, prints the reply, and exits; may be repeated.\nWithout a terminal, sends the lines of standard input',
  },
  ...agentOptions,
} as const

export const chatCommand = defineCommand({
  name: 'chat',
  summary: 'talk to an agent in the terminal; no real person is contacted',
  about: `talks to an agent, as a person on a channel would.
You play a persona: the agent's turn is real, but nothing leaves the sandbox. No person is
contacted, nothing is booked, and no integration is called; the chat shows what would have been done.
Type a message, or the number or label of what you want to tap. /help explains more.`,
  options: chatOptions,
  exitDescriptions: { 0: 'everything was sent', 1: 'a scripted message got no reply' },
  examples: [
    ['parley chat', 'talks to the agent of a Parley server on this machine'],
    ['parley chat --channel sms --say "When are you open?"', 'asks one question, as a text message'],
    [
      'parley chat --say "I want to book" --say 1 --json | jq .effects',
      'taps the first option, and shows what would be done',
    ],
  ],
  next: ['`parley test` replays conversations as test cases'],
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
/** Number of past turns shown when a saved persona resumes its chat. */
const readSavedPersona = 3

function channelOf({
  channel,
  persona,
  keep,
}: Pick<OptionValues<typeof chatOptions>, 'channel' | 'persona' | 'keep'>): EmulatedChannel {
  if (persona !== undefined && (channel !== undefined || keep)) {
    throw usageError('An existing persona has its channel and is always kept: omit --channel and --keep')
  }
  const known = emulatedChannels.find((one) => one === (channel ?? 'rcs'))
  if (known) return known
  throw usageError(
    `Personas cannot use the channel ${toPrintable(channel ?? '')}. Use one of: ${emulatedChannels.join(', ')}`,
  )
}

const formatGreeting = (agent: string, channel: Channel): string =>
  [
    `You are talking to ${toPrintable(agent)} on ${channelNames[channel]}, as a persona: no real person is contacted.`,
    'Type a message, or the number of what you want to tap. /help explains more, Ctrl-D ends the chat.',
    '',
  ].join('\n')

async function endChat(
  { persona, deletePersona }: PersonaSession,
  keep: boolean,
  print: (line: string) => void,
): Promise<void> {
  const isGone = keep ? false : await deletePersona()
  if (isGone) return
  if (!keep) print('The persona was kept: the API key does not allow deleting it (scope agents:write).')
  print(`To continue as the same persona: parley chat --persona ${toPrintable(persona.id)}`)
}

type InputIo = Pick<Io, 'prompt' | 'streams' | 'interrupted'>

/** Yields the input line by line until it ends or the user presses Ctrl-C. */
async function* readInputLines(messages: readonly string[], io: InputIo): AsyncGenerator<string, void> {
  for await (const line of inputSource(messages, io)) {
    if (io.interrupted.aborted) return
    yield line
  }
}

function inputSource(messages: readonly string[], io: InputIo): Iterable<string> | AsyncIterable<string> {
  if (messages.length > 0) return messages
  return io.prompt ? readTypedLines(io.prompt) : createInterface({ input: io.streams.input, signal: io.interrupted })
}

async function* readTypedLines({ ask }: NonNullable<Io['prompt']>): AsyncGenerator<string, void> {
  for (let line = await ask('> '); line !== undefined; line = await ask('> ')) yield line
}

/** Sends each line and shows the replies; succeeds if every message was answered. */
async function runChat(
  context: ChatContext,
  past: readonly PastPersonaTurn[],
  lines: AsyncIterable<string>,
): Promise<ExitCode> {
  const { isLive, io } = context
  const state: ChatState = { screen: showPastTurns(context, past), unanswered: 0 }
  let lineCount = 0
  for await (const line of lines) {
    lineCount += 1
    const meaning = parseInput(line, state.screen)
    if (meaning.kind === 'quit') break
    await tryInput(context, () => handleInput(context, state, { ...meaning, line }))
    if (io.interrupted.aborted) break
  }
  if (isLive) return exitCodes.passed
  if (io.interrupted.aborted) return exitCodes.interrupted
  if (lineCount === 0) throw usageError('Nothing to send: use --say, or write lines to standard input')
  return state.unanswered > 0 ? exitCodes.failed : exitCodes.passed
}

/** Shows past turns to an interactive user; their offers can still be tapped. */
function showPastTurns(context: ChatContext, turns: readonly PastPersonaTurn[]): ChatScreen {
  const { isLive, print } = context
  for (const turn of isLive ? turns : []) {
    if (turn.input) print(`> ${toPrintable(turn.input.text)}`)
    showTurn(context, turn)
  }
  const last = turns.findLast(({ messages }) => messages.length > 0)
  return last ? buildScreen(last.messages) : emptyScreen
}

type ChatInput = Exclude<ParsedInput, { kind: 'quit' }> & { line: string }

async function handleInput(context: ChatContext, state: ChatState, meaning: ChatInput): Promise<void> {
  if (meaning.kind === 'nothing') return
  if (meaning.kind === 'refused') throw usageError(toPrintable(meaning.reason))
  if (meaning.kind === 'turn') return sendMessage(context, state, meaning)
  if (!context.isLive) context.print(`> /${meaning.name}`)
  return slashCommands[meaning.name](context, state)
}

/** An interactive user may try again, unless access was denied; a script ends with the error. */
async function tryInput({ io, isLive, print, style }: ChatContext, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (io.interrupted.aborted) return
    if (!isLive || !isRecoverable(error)) throw error
    print(
      indentLines(
        toCommandError(error)
          .message.split('\n')
          .map((line) => style.paint('yellow', line)),
      ),
    )
  }
}

function isRecoverable(error: unknown): boolean {
  if (error instanceof Unauthorized || error instanceof Forbidden || error instanceof NotFound) return false
  return error instanceof ParleyError || error instanceof ParleyUnreachable || error instanceof CommandError
}
