import type { DeskEvent, Schema } from '@parley/sdk'
import { defineCommand, defineGroup } from '../../command.ts'
import { parseWholeNumber } from '../../command-parser/parse.ts'
import { agentOptions } from '../../connection/options.ts'
import { exitCodes, usageError } from '../../exit.ts'
import { formatTable } from '../../layout/table.ts'
import { truncateToWidth } from '../../layout/width.ts'
import type { Paint } from '../../text/paint.ts'
import { toPrintable } from '../../text/printable.ts'
import { connectToDesk, deskOptions, moveCommands, userArgument } from './move-commands.ts'

const watchDeskCommand = defineCommand({
  name: 'watch',
  summary: 'follow the desk: who waits, who takes, who writes',
  about: `follows the desk until Ctrl-C. Reconnects by itself and resumes where it was.
With --json, prints each event on a line of its own.`,
  options: {
    ...agentOptions,
    after: { type: 'string', value: 'ID', description: 'resume after the event with this id' },
  },
  exitDescriptions: { 130: 'interrupted by Ctrl-C' },
  examples: [
    ['parley desk watch', 'a line for each event'],
    ['parley desk watch --json | jq -c \'select(.event == "waiting")\'', 'only people who begin to wait'],
  ],
  next: ['`parley desk take USER` takes a conversation'],
  async run({ options, io, print, paint, json }) {
    const { desk } = await connectToDesk(options, io)
    const after = options.after === undefined ? {} : { after: options.after }
    for await (const event of desk.events({ ...after, signal: io.interrupted })) {
      json(event)
      print(formatEvent(event, paint))
    }
    return exitCodes.interrupted
  },
})

/** Formats as `12:00:03  taken  usr_01  by user_02`. */
function formatEvent({ event, userId, by, at }: DeskEvent, paint: Paint): string {
  const color = event === 'waiting' ? 'red' : 'dim'
  const parts = [at.slice(11, 19), paint(color, event.padEnd(8)), toPrintable(userId), by && `by ${toPrintable(by)}`]
  return parts.filter(Boolean).join('  ')
}

const views = ['mine', 'waiting', 'unassigned', 'open', 'closed'] as const

const listDeskCommand = defineCommand({
  name: 'list',
  aliases: ['ls'],
  summary: 'the conversations of the desk, newest first',
  about: 'lists the conversations of the desk, newest session first. Without --view, all that are not closed.',
  options: {
    ...deskOptions,
    view: { type: 'string', value: 'VIEW', description: `${views.join(', ')} (default: open)` },
    limit: { type: 'string', value: 'N', description: 'how many to list (default: 20)' },
  },
  examples: [
    ['parley desk list --view waiting', 'who waits for a human'],
    ["parley desk list --json | jq -r '.data[].userId'", 'the ids of the open conversations'],
  ],
  next: ['`parley desk take USER` takes one of them, and the agent falls silent'],
  async run({ options, io, print, columns, json }) {
    const limit = parseWholeNumber('--limit', options.limit ?? '20', { least: 1, most: 200 })
    const view = views.find((one) => one === (options.view ?? 'open'))
    if (!view) throw usageError(`--view must be one of ${views.join(', ')}; got "${options.view}"`)
    const { client, as } = await connectToDesk(options, io)
    const query = { view, limit, ...(as !== undefined && { as }) }
    const { data } = await client.get('/desk/conversations', { query })
    json({ data })
    if (data.length === 0) print('No conversations in this view')
    else for (const line of formatTable(headings, data.map(rowOf), columns)) print(line)
    return exitCodes.passed
  },
})

const headings = ['USER', 'NAME', 'CHANNEL', 'STATE', 'HOLDER', 'UNREAD', 'LAST MESSAGE']

const rowOf = (entry: Schema<'DeskConversation'>): string[] => [
  entry.userId,
  toPrintable(entry.name ?? ''),
  entry.channel,
  entry.state,
  toPrintable(entry.assignee ?? ''),
  String(entry.unread),
  truncateToWidth(toPrintable(entry.lastText), 60),
]

const sayDeskCommand = defineCommand({
  name: 'say',
  summary: 'write to the person, as the member who holds the conversation',
  about: `writes to the person. Only the member who holds the conversation writes; the rules of the channel apply.
With --id, a repeat within 24 hours is not sent again.`,
  args: [userArgument, { name: 'TEXT', description: 'the message' }],
  options: {
    ...deskOptions,
    aml: { type: 'boolean', description: 'TEXT is AML: chips, cards and pictures' },
    id: { type: 'string', value: 'ID', description: 'your id of the message' },
  },
  examples: [
    ['parley desk say usr_01 "Hello, how can I help?" --as robin@example.com', 'writes as this member'],
    ['parley desk say usr_01 "Which day? [[chips: Monday | Friday]]" --aml', 'with quick replies'],
  ],
  next: ['`parley desk return USER` gives the conversation back to the agent'],
  async run({ options, args: [userId = '', text = ''], io, print, json }) {
    const { desk } = await connectToDesk(options, io)
    const { id } = options
    const sent = await desk.say(userId, options.aml ? { aml: text } : text, id === undefined ? {} : { id })
    json(sent)
    print(`Sent as ${sent.messageId}`)
    return exitCodes.passed
  },
})

const noteDeskCommand = defineCommand({
  name: 'note',
  summary: 'add a note that only members see',
  about: 'adds a note to a conversation. It is never sent, and no model reads it.',
  args: [userArgument, { name: 'TEXT', description: 'the note' }],
  options: deskOptions,
  examples: [
    ['parley desk note usr_01 "Prefers a call"', 'a note for the other members'],
    ['parley desk note usr_01 "Prefers a call" --json | jq -r .id', 'and the id of the note'],
  ],
  next: ['`parley desk return USER --note TEXT` is what the agent learns'],
  async run({ options, args: [userId = '', text = ''], io, print, json }) {
    const { desk } = await connectToDesk(options, io)
    const note = await desk.note(userId, text)
    json(note)
    print('The note is added')
    return exitCodes.passed
  },
})

export const deskCommand = defineGroup({
  name: 'desk',
  summary: 'take conversations, answer people, and return them to the agent',
  about: 'the desk of an agent: members of the org who answer people themselves.',
  commands: [listDeskCommand, ...moveCommands, sayDeskCommand, noteDeskCommand, watchDeskCommand],
  examples: [
    ['parley desk list --view waiting', 'who waits for a human'],
    ['parley desk watch', 'follows what happens'],
  ],
})
