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
  description: 'the userId of the member who gets the mail; required with an API key',
} as const

const toQuery = (as: string | undefined): { as?: string } => (as === undefined ? {} : { as })

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
    ['parley insights mail', 'of the signed-in member'],
    ['parley insights mail --as user_01 --json', 'of another one, with an API key'],
  ],
  next: ['`parley insights subscribe` orders it', '`parley insights unsubscribe` ends it'],
  async run({ options, io, print, json }) {
    const { client } = await connectToAgent(options, io)
    const mail = await client.get('/settings/weekly-mail', { query: toQuery(options.as) })
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
    ['parley insights subscribe', 'every Monday at eight'],
    ['parley insights subscribe --day fri --hour 17 --time-zone Europe/Berlin', 'before the weekend'],
  ],
  next: ['`parley insights mail` says when the next one comes', '`parley insights unsubscribe` ends it'],
  async run({ options, io, print, json }) {
    const day = days.find((one) => one === options.day)
    if (options.day !== undefined && day === undefined) throw usageError(`--day must be one of ${days.join(', ')}`)
    const hour = parseHour(options.hour)
    const { client } = await connectToAgent(options, io)
    const query = toQuery(options.as)
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
    ['parley insights unsubscribe', 'of the signed-in member'],
    ['parley insights unsubscribe --as user_01', 'of another one, with an API key'],
  ],
  next: ['`parley insights subscribe` orders it again'],
  async run({ options, io, print, json }) {
    const { client } = await connectToAgent(options, io)
    const query = toQuery(options.as)
    const mail = await client.put('/settings/weekly-mail', { query, body: { subscribed: false } })
    json(mail)
    for (const line of describeMail(mail)) print(line)
    return exitCodes.passed
  },
})
