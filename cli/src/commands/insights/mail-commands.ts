import type { Schema } from '@parley/sdk'
import { defineCommand } from '../../command.ts'
import { parseWholeNumber } from '../../command-parser/parse.ts'
import { connectToAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { exitCodes, usageError } from '../../exit.ts'
import { toPrintable } from '../../text/printable.ts'

type WeeklyMail = Schema<'WeeklyMail'>

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const asOption = {
  type: 'string',
  value: 'MEMBER',
  description: 'the userId of the member who gets the mail; required',
} as const

/** The command line uses an API key, which is of no member. */
function requireMember(as: string | undefined): { as: string } {
  if (as === undefined) throw usageError('--as must name the member who gets the mail, by userId')
  return { as }
}

const parseHour = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : parseWholeNumber('--hour', text, { least: 0, most: 23 })

function describeMail({ subscribed, day, hour, timeZone, nextAt, problem }: WeeklyMail): string[] {
  if (!subscribed) return ['Not subscribed']
  const time = `${day} ${String(hour).padStart(2, '0')}:00 ${toPrintable(timeZone)}`
  return [
    `Subscribed: ${time}${nextAt === undefined ? '' : `, next mail at ${toPrintable(nextAt)}`}`,
    ...(problem === undefined ? [] : [`The last mail was not sent: ${toPrintable(problem)}`]),
  ]
}

export const showMailCommand = defineCommand({
  name: 'mail',
  summary: 'whether a member gets the weekly mail',
  about: 'shows whether a member gets the weekly mail with the questions to answer, and when.',
  options: { as: asOption, ...agentOptions },
  examples: [
    ['parley insights mail --as user_01', 'when the next one comes'],
    ['parley insights mail --as user_01 --json', 'for a program'],
  ],
  next: ['`parley insights subscribe` orders it', '`parley insights unsubscribe` ends it'],
  async run({ options, io, print, json }) {
    const query = requireMember(options.as)
    const { client } = await connectToAgent(options, io)
    const mail = await client.get('/settings/weekly-mail', { query })
    json(mail)
    for (const line of describeMail(mail)) print(line)
    return exitCodes.passed
  },
})

export const subscribeCommand = defineCommand({
  name: 'subscribe',
  summary: 'get the weekly mail with the questions to answer',
  about: 'subscribes a member to the weekly mail with the questions to answer, or changes when it comes.',
  options: {
    day: { type: 'string', value: 'DAY', description: `${days.join(', ')} (default: mon)` },
    hour: { type: 'string', value: 'HOUR', description: 'on the clock of the time zone, 0 to 23 (default: 8)' },
    'time-zone': { type: 'string', value: 'ZONE', description: "such as Europe/Berlin; default: this machine's" },
    as: asOption,
    ...agentOptions,
  },
  examples: [
    ['parley insights subscribe --as user_01', 'every Monday at eight'],
    ['parley insights subscribe --as user_01 --day fri --hour 17 --time-zone Europe/Berlin', 'before the weekend'],
  ],
  next: ['`parley insights mail` says when the next one comes', '`parley insights unsubscribe` ends it'],
  async run({ options, io, print, json }) {
    const day = days.find((one) => one === options.day)
    if (options.day !== undefined && day === undefined) throw usageError(`--day must be one of ${days.join(', ')}`)
    const hour = parseHour(options.hour)
    const query = requireMember(options.as)
    const { client } = await connectToAgent(options, io)
    const known = await client.get('/settings/weekly-mail', { query })
    const zone = known.subscribed ? known.timeZone : Intl.DateTimeFormat().resolvedOptions().timeZone
    const mail = await client.put('/settings/weekly-mail', {
      query,
      body: {
        subscribed: true,
        timeZone: options['time-zone'] ?? zone,
        day: day ?? known.day,
        hour: hour ?? known.hour,
      },
    })
    json(mail)
    for (const line of describeMail(mail)) print(line)
    return exitCodes.passed
  },
})

export const unsubscribeCommand = defineCommand({
  name: 'unsubscribe',
  summary: 'end the weekly mail',
  about: 'ends the weekly mail of a member.',
  options: { as: asOption, ...agentOptions },
  examples: [
    ['parley insights unsubscribe --as user_01', 'no more mails about this agent'],
    ['parley insights unsubscribe --as user_01 --agent harbour', 'about another agent'],
  ],
  next: ['`parley insights subscribe` orders it again'],
  async run({ options, io, print, json }) {
    const query = requireMember(options.as)
    const { client } = await connectToAgent(options, io)
    const mail = await client.put('/settings/weekly-mail', { query, body: { subscribed: false } })
    json(mail)
    for (const line of describeMail(mail)) print(line)
    return exitCodes.passed
  },
})
