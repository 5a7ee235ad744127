import type { AgentClient } from '@parley/sdk'
import { type CommandCall, defineCommand } from '../../command.ts'
import { connectToAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { CommandError, type ExitCode, exitCodes } from '../../exit.ts'
import { confirmAction, type Io } from '../../io.ts'
import { clearLine } from '../../text/paint.ts'
import { toPrintable } from '../../text/printable.ts'

import { type Campaign, campaignArgument, type DetailStyle, formatStagedDetails } from './campaign.ts'

import { watchCampaign } from './watch.ts'

const startOptions = {
  yes: { type: 'boolean', short: 'y', description: 'does not ask for confirmation' },
  watch: { type: 'boolean', description: 'follows it until it ends, as `parley campaigns watch` does' },
  ...agentOptions,
} as const

export const startCampaignCommand = defineCommand({
  name: 'start',
  summary: 'stage a campaign, show its audience, ask, and start it',
  about: `starts a campaign. A draft is staged first, which records its audience. The command then shows who is
excluded and why, how long the campaign takes and the message, and asks for confirmation. A rehearsal
goes to personas only, and starts without asking.`,
  args: [campaignArgument],
  options: startOptions,
  exitDescriptions: {
    0: 'started; with --watch: completed',
    1: 'with --watch: failed or canceled',
  },
  examples: [
    ['parley campaigns start cmp_01', 'shows the audience, asks, and starts it'],
    ['parley campaigns start cmp_01 --yes --watch', 'in a script that waits for the end'],
  ],
  next: ['`parley campaigns pause ID` stops it at once'],
  run: start,
})

async function start({
  options,
  args: [id = ''],
  io,
  print,
  columns,
  paint,
  json,
}: CommandCall<typeof startOptions>): Promise<ExitCode> {
  const { client } = await connectToAgent(options, io)
  const staged = await waitUntilStaged(client, id, io)
  for (const line of staged.status === 'staged' ? formatRecipients(staged, { columns, paint }) : []) print(line)
  if (!options.yes && !staged.test && staged.status === 'staged') await confirmAction(question(staged), io)
  const started = await client.post('/campaigns/{campaignId}/start', { path: { campaignId: id } })
  print(`${toPrintable(started.name)} is ${started.status}`)
  if (options.watch) return watchCampaign(client, id, { io, print, json, paint })
  json(started)
  print(`To watch it: parley campaigns watch ${toPrintable(id)}`)
  return exitCodes.passed
}

const formatRecipients = (campaign: Campaign, style: DetailStyle): string[] => [
  `${style.paint('bold', toPrintable(campaign.name))}  ${toPrintable(campaign.id)}`,
  ...formatStagedDetails(campaign, style),
]

const question = ({ counts }: Campaign): string =>
  `Start it? ${counts.sendable} ${counts.sendable === 1 ? 'person receives' : 'people receive'} a message.`

const pollMilliseconds = 1_000

/**
 * Stages a draft and waits, however long that takes. Campaigns in other states are returned as they are: the API
 * decides whether they can start.
 */
async function waitUntilStaged(client: AgentClient, campaignId: string, io: Io): Promise<Campaign> {
  const path = { campaignId }
  const now = await client.get('/campaigns/{campaignId}', { path })
  if (now.status !== 'draft') return now
  const isTerminal = io.columns() !== undefined
  let campaign = await client.post('/campaigns/{campaignId}/stage', { path })
  while (campaign.status === 'draft' && campaign.staging) {
    if (io.interrupted.aborted)
      throw new CommandError(exitCodes.interrupted, 'Stopped while the campaign was being staged: nothing was sent')
    if (isTerminal) io.err(`${clearLine}${formatStaging(campaign.staging)}`)
    await io.sleep(pollMilliseconds, io.interrupted)
    campaign = await client.get('/campaigns/{campaignId}', { path })
    if (isTerminal) io.err(clearLine)
  }
  return campaign
}

const formatStaging = ({ lookedAt, expected }: NonNullable<Campaign['staging']>): string =>
  `Staging: ${lookedAt}${expected === undefined ? '' : ` of ${expected}`} people`
