import type { AgentClient } from '@parley/sdk'
import { type Call, command } from '../../command.ts'
import { toAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { consent } from '../../consent.ts'
import { Ending, type Exit, exits } from '../../exit.ts'
import type { Io } from '../../io.ts'
import { clearLine } from '../../text/clear-line.ts'
import { plain } from '../../text/plain.ts'
import { campaignArgument } from './argument.ts'
import type { Campaign } from './campaign.ts'
import { type Style, stagedLines } from './details.ts'
import { watched } from './watch.ts'

const startOptions = {
  yes: { type: 'boolean', short: 'y', says: 'does not ask' },
  watch: { type: 'boolean', says: 'follows it until it has ended, as `parley campaigns watch` does' },
  ...agentOptions,
} as const

export const startCommand = command({
  name: 'start',
  summary: 'stage a campaign, show whom it goes to, ask, and start it',
  about: `starts a campaign. A draft is staged first: whom it goes to is taken down. Then it shows who is
left out and why, how long it takes and what people will read, and asks for a yes. A rehearsal
goes to personas only, and is started without being asked for.`,
  args: [campaignArgument],
  options: startOptions,
  ends: { 0: 'it is started; with --watch: it has completed', 1: 'with --watch: it has failed, or was cancelled' },
  examples: [
    ['parley campaigns start cmp_01', 'shows, asks, and starts it'],
    ['parley campaigns start cmp_01 --yes --watch', 'for a script that waits for the end'],
  ],
  next: ['`parley campaigns pause ID` stops it at once'],
  run: start,
})

async function start({
  options,
  args: [id = ''],
  io,
  say,
  columns,
  paint,
  json,
}: Call<typeof startOptions>): Promise<Exit> {
  const { at } = await toAgent(options, io)
  const staged = await stagedOne(at, id, io)
  for (const line of staged.status === 'staged' ? whom(staged, { columns, paint }) : []) say(line)
  if (!options.yes && !staged.test && staged.status === 'staged') await consent(question(staged), io)
  const started = await at.post('/campaigns/{campaignId}/start', { path: { campaignId: id } })
  say(`${plain(started.name)} is ${started.status}`)
  if (options.watch) return watched(at, id, { io, say, json, paint })
  json(started)
  say(`To watch it: parley campaigns watch ${plain(id)}`)
  return exits.passed
}

const whom = (campaign: Campaign, style: Style): string[] => [
  `${style.paint('bold', plain(campaign.name))}  ${plain(campaign.id)}`,
  ...stagedLines(campaign, style),
]

const question = ({ counts }: Campaign): string =>
  `Start it? ${counts.sendable} ${counts.sendable === 1 ? 'person is' : 'people are'} written to.`

const pollMilliseconds = 1_000

/** A draft is staged, however long that takes; any other is what it is, and Parley says whether it can be started. */
async function stagedOne(at: AgentClient, campaignId: string, io: Io): Promise<Campaign> {
  const path = { campaignId }
  const now = await at.get('/campaigns/{campaignId}', { path })
  if (now.status !== 'draft') return now
  const isTerminal = io.columns() !== undefined
  let campaign = await at.post('/campaigns/{campaignId}/stage', { path })
  while (campaign.status === 'draft' && campaign.staging) {
    if (io.interrupted.aborted)
      throw new Ending(exits.interrupted, 'Stopped while the campaign is being staged: nothing is sent')
    if (isTerminal) io.err(`${clearLine}${stagingWords(campaign.staging)}`)
    await io.sleep(pollMilliseconds, io.interrupted)
    campaign = await at.get('/campaigns/{campaignId}', { path })
    if (isTerminal) io.err(clearLine)
  }
  return campaign
}

const stagingWords = ({ lookedAt, expected }: NonNullable<Campaign['staging']>): string =>
  `Staging: ${lookedAt}${expected === undefined ? '' : ` of ${expected}`} people`
