import { defineCommand, defineGroup } from '../../command.ts'
import { parseWholeNumber } from '../../command-parser/parse.ts'
import { connectToAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { exitCodes, usageError } from '../../exit.ts'
import { formatTable } from '../../layout/table.ts'
import { formatCountOf, toPrintable } from '../../text/printable.ts'
import { showMailCommand, subscribeCommand, unsubscribeCommand } from './mail-commands.ts'

const questionArgument = { name: 'QUESTION', description: 'the id of a question, from `parley insights unanswered`' }
const states = ['open', 'dismissed', 'answered'] as const
const groupings = ['day', 'channel', 'playbook', 'version'] as const
const daysOption = {
  type: 'string',
  value: 'DAYS',
  description: 'how many days until now, 1 to 366; default: 30',
} as const

const formatShare = (share: number): string => `${Math.round(share * 100)} %`

function parseStart(days: string | undefined): { start?: string } {
  if (days === undefined) return {}
  const count = parseWholeNumber('--days', days, { least: 1, most: 366 })
  return { start: new Date(Date.now() - count * 86_400_000).toISOString() }
}

function parseChoice<T extends string>(option: string, given: string | undefined, choices: readonly T[]): T {
  const chosen = given === undefined ? choices[0] : choices.find((one) => one === given)
  if (chosen === undefined) throw usageError(`${option} must be one of ${choices.join(', ')}`)
  return chosen
}

const listUnansweredCommand = defineCommand({
  name: 'unanswered',
  aliases: ['ls'],
  summary: 'what the agent could not answer',
  about: 'lists the questions that the agent could not answer, most asked first.',
  options: {
    ...agentOptions,
    state: { type: 'string', value: 'STATE', description: 'open (default), dismissed or answered' },
  },
  examples: [
    ['parley insights unanswered', 'the open questions'],
    ["parley insights unanswered --json | jq -r '.data[].question'", 'only their texts'],
  ],
  next: ['`parley insights answer QUESTION ANSWER` answers one for everybody'],
  async run({ options, io, print, columns, json }) {
    const state = parseChoice('--state', options.state, states)
    const { client, agent } = await connectToAgent(options, io)
    const page = await client.get('/insights/unanswered', { query: { state } })
    json(page)
    const { data } = page
    if (data.length === 0) print(`${toPrintable(agent)} has no ${state} questions`)
    const rows = data.map(({ id, count, people, question, suggestion }) => [
      toPrintable(id),
      String(count),
      String(people),
      suggestion ? 'yes' : '',
      toPrintable(question),
    ])
    const table = formatTable(['ID', 'ASKED', 'PEOPLE', 'SUGGESTION', 'QUESTION'], rows, columns)
    for (const line of data.length > 0 ? table : []) print(line)
    return exitCodes.passed
  },
})

const answerCommand = defineCommand({
  name: 'answer',
  summary: 'answer a question with a Fact',
  about: 'answers a question: adds a Fact, in live or in a draft.',
  args: [questionArgument, { name: 'ANSWER', description: 'what the agent says' }],
  options: {
    ...agentOptions,
    question: { type: 'string', value: 'TEXT', description: 'the question of the Fact; default: the most typical one' },
    draft: { type: 'string', value: 'DRAFT', description: 'the draft that gets the Fact; default: live' },
  },
  examples: [
    ['parley insights answer qst_01 "Yes, on pier four."', 'in live, at once'],
    ['parley insights answer qst_01 "Yes, on pier four." --draft dft_01', 'in a draft, to test it first'],
  ],
  next: ['`parley insights unanswered` shows what is left', '`parley publish DRAFT` makes a draft live'],
  async run({ options, args: [questionId = '', answer = ''], io, print, json }) {
    const { client } = await connectToAgent(options, io)
    const { question, draft } = options
    const answered = await client.post('/insights/unanswered/{questionId}/_answer', {
      path: { questionId },
      body: { answer, ...(question !== undefined && { question }) },
      ...(draft !== undefined && { headers: { 'X-Svc-Draft': draft } }),
    })
    json(answered)
    print(`Answered by the Fact ${toPrintable(answered.factId ?? '')}${draft === undefined ? '' : ' in the draft'}`)
    return exitCodes.passed
  },
})

const dismissCommand = defineCommand({
  name: 'dismiss',
  summary: 'a question needs no answer',
  about: 'dismisses a question: it needs no answer.',
  args: [questionArgument],
  options: agentOptions,
  examples: [
    ['parley insights dismiss qst_01', 'removes it from the open questions'],
    ['parley insights unanswered --state dismissed', 'lists the dismissed ones'],
  ],
  next: ['`parley insights reopen QUESTION` brings it back'],
  async run({ options, args: [questionId = ''], io, print, json }) {
    const { client } = await connectToAgent(options, io)
    const entry = await client.post('/insights/unanswered/{questionId}/_dismiss', { path: { questionId } })
    json(entry)
    print(`Dismissed: ${toPrintable(entry.question)}`)
    return exitCodes.passed
  },
})

const reopenCommand = defineCommand({
  name: 'reopen',
  summary: 'open a dismissed or answered question again',
  about: 'opens a dismissed or answered question again. A Fact that answered it stays.',
  args: [questionArgument],
  options: agentOptions,
  examples: [
    ['parley insights reopen qst_01', 'lists it as open again'],
    ['parley insights unanswered --state answered', 'lists the answered ones'],
  ],
  next: ['`parley insights answer QUESTION ANSWER` answers it'],
  async run({ options, args: [questionId = ''], io, print, json }) {
    const { client } = await connectToAgent(options, io)
    const entry = await client.post('/insights/unanswered/{questionId}/_reopen', { path: { questionId } })
    json(entry)
    print(`Open: ${toPrintable(entry.question)}`)
    return exitCodes.passed
  },
})

const topicsCommand = defineCommand({
  name: 'topics',
  summary: 'what people ask',
  about: 'lists what people ask, most asked first.',
  options: { ...agentOptions, days: daysOption },
  examples: [
    ['parley insights topics', 'of the last 30 days'],
    ['parley insights topics --days 7 --json', 'of the last week, for a script'],
  ],
  next: ['`parley insights unanswered` lists what the agent could not answer'],
  async run({ options, io, print, columns, json }) {
    const { client, agent } = await connectToAgent(options, io)
    const { data } = await client.get('/insights/topics', { query: parseStart(options.days) })
    json({ data })
    if (data.length === 0) print(`Nobody asked ${toPrintable(agent)} anything in this time`)
    const rows = data.map(({ count, share, sessions, contained, handedOver, label }) => [
      String(count),
      formatShare(share),
      formatShare(sessions === 0 ? 0 : contained / sessions),
      String(handedOver),
      toPrintable(label),
    ])
    const table = formatTable(['ASKED', 'SHARE', 'CONTAINED', 'HANDED OVER', 'TOPIC'], rows, columns)
    for (const line of data.length > 0 ? table : []) print(line)
    return exitCodes.passed
  },
})

const outcomesCommand = defineCommand({
  name: 'outcomes',
  summary: 'what became of sessions',
  about: 'counts what became of sessions, by day, channel, playbook or version.',
  options: {
    ...agentOptions,
    days: daysOption,
    by: { type: 'string', value: 'GROUP', description: 'day (default), channel, playbook or version' },
  },
  examples: [
    ['parley insights outcomes', 'by day, the last 30 days'],
    ['parley insights outcomes --by channel --days 7', 'by channel, the last week'],
  ],
  next: ['`parley insights topics` says what people asked'],
  async run({ options, io, print, columns, json }) {
    const groupBy = parseChoice('--by', options.by, groupings)
    const { client } = await connectToAgent(options, io)
    const { data } = await client.get('/insights/outcomes', { query: { groupBy, ...parseStart(options.days) } })
    json({ data })
    if (data.length === 0) print('There were no sessions in this time')
    const rows = data.map(({ key, sessions, contained, unanswered, handedOver, goalsReached, errors, cost }) => [
      toPrintable(key || 'none'),
      ...[sessions, contained, unanswered, handedOver, goalsReached, errors].map(String),
      cost ? `${cost.amount.toFixed(2)} ${cost.currency}` : '',
    ])
    const heads = ['SESSIONS', 'CONTAINED', 'UNANSWERED', 'HANDED OVER', 'GOALS', 'ERRORS', 'COST']
    for (const line of data.length > 0 ? formatTable([groupBy.toUpperCase(), ...heads], rows, columns) : []) print(line)
    if (data.length > 0)
      print(
        formatCountOf(
          data.reduce((sum, { sessions }) => sum + sessions, 0),
          'session',
        ),
      )
    return exitCodes.passed
  },
})

export const insightsCommand = defineGroup({
  name: 'insights',
  summary: 'what the agent could not answer, what people ask, what became of it',
  about: 'shows what the agent could not answer, what people ask, and what became of it.',
  commands: [
    ...[listUnansweredCommand, answerCommand, dismissCommand, reopenCommand, topicsCommand, outcomesCommand],
    ...[showMailCommand, subscribeCommand, unsubscribeCommand],
  ],
  examples: [
    ['parley insights unanswered', 'what the agent could not answer'],
    ['parley insights outcomes --by channel', 'what became of sessions, by channel'],
  ],
})
