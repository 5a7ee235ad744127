import { resolve } from 'node:path'
import { type AgentClient, ParleyError } from '@parley/sdk'
import { type CommandCall, defineCommand } from '../../command.ts'
import { parseWholeNumber } from '../../command-parser/parse.ts'
import { collectItems, connectToAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { CommandError, createIncompleteError, type ExitCode, exitCodes, usageError } from '../../exit.ts'
import { type Io, writeOutputFile } from '../../io.ts'
import { formatCountOf, toPrintable } from '../../text/printable.ts'
import { createReportFolders } from '../test/report-run.ts'
import { type CliReplay, type CliReplayedConversation, formatConversation, writeReplayReport } from './report.ts'

const dayMilliseconds = 86_400_000
const defaultTimeoutSeconds = 3_600
const pollMilliseconds = 1_000
/** How long Parley may be unreachable, for example during a restart. */
const patienceMilliseconds = 120_000

const replayOptions = {
  ...agentOptions,
  draft: { type: 'string', value: 'DRAFT', description: 'the draft that answers; default: live' },
  version: { type: 'string', value: 'VERSION', description: 'the version that answers, instead of a draft' },
  start: {
    type: 'string',
    value: 'TIME',
    description: 'sessions that began from then on (default: a day before --end)',
  },
  end: { type: 'string', value: 'TIME', description: 'sessions that began before (default: now)' },
  limit: { type: 'string', value: 'N', description: 'at most N sessions, the newest ones (default: 100)' },
  channel: { type: 'string', value: 'CHANNEL', description: 'sessions on this channel only' },
  'max-changed': { type: 'string', value: 'N', description: 'accepts up to N changed conversations (default: 0)' },
  junit: { type: 'string', value: 'FILE', description: 'writes the report as JUnit XML, for CI servers' },
  timeout: {
    type: 'string',
    value: 'N',
    description: 'waits at most N seconds (default: 3600), then cancels the replay',
  },
} as const

export const replayCommand = defineCommand({
  name: 'replay',
  summary: 'replay real sessions, and compare the answers',
  about:
    'sends the messages of real sessions to a draft, a version or live, in the sandbox, and compares the answers. No person receives a message.',
  options: replayOptions,
  exitDescriptions: {
    0: 'no more conversations changed than accepted, and none failed',
    1: 'conversations changed, or could not be played',
    3: 'the replay did not complete',
  },
  examples: [
    ['parley replay --draft dft_01', 'the sessions of the last day, to a draft'],
    ['parley replay --draft dft_01 --limit 500 --junit replay.xml', 'on a build server'],
  ],
  next: ['`parley publish DRAFT` makes the draft live'],
  run: runReplay,
})

type ReplayCall = CommandCall<typeof replayOptions>

async function runReplay(call: ReplayCall): Promise<ExitCode> {
  const { options, io, print, paint, json } = call
  const accepted = readNumber('--max-changed', options['max-changed'], { fallback: 0, least: 0, most: 1000 })
  const body = buildReplayBody(options, io)
  const { junit } = options
  await createReportFolders({ junit, report: undefined }, io)
  const { client } = await connectToAgent(options, io)
  const started = await client.post('/replays', { body })
  print(`Replaying ${formatCountOf(started.conversations, 'conversation')}  ${toPrintable(started.id)}`)
  const replay = await waitForReplay(call, client, started)
  const differing = [
    ...(await readConversations(client, replay.id, 'error')),
    ...(await readConversations(client, replay.id, 'changed')),
  ]
  for (const conversation of differing) print(`\n${formatConversation(conversation, paint).join('\n')}`)
  if (junit !== undefined) await writeJunit(call, client, { replay, file: resolve(io.workingDirectory, junit) })
  const exitCode = exitCodeOf(replay, accepted)
  json({ exitCode, replay, conversations: differing })
  print(formatReplay(replay))
  if (replay.failReason !== undefined) print(toPrintable(replay.failReason))
  return exitCode
}

function buildReplayBody(options: ReplayCall['options'], io: Io) {
  const { draft: draftId, version, channel } = options
  if (draftId !== undefined && version !== undefined) throw usageError('--draft and --version exclude each other')
  const end = options.end === undefined ? io.currentDate() : parseTime('--end', options.end)
  const start =
    options.start === undefined ? new Date(end.getTime() - dayMilliseconds) : parseTime('--start', options.start)
  return {
    start: start.toISOString(),
    end: end.toISOString(),
    limit: readNumber('--limit', options.limit, { fallback: 100, least: 1, most: 1000 }),
    ...(draftId !== undefined && { draftId }),
    ...(version !== undefined && { version: parseWholeNumber('--version', version, { least: 1, most: 999_999_999 }) }),
    // Parley itself refuses a channel that does not exist.
    ...(channel !== undefined && { channel: channel as 'rcs' }),
  }
}

type NumberRange = { fallback: number; least: number; most: number }

const readNumber = (name: string, text: string | undefined, { fallback, least, most }: NumberRange): number =>
  text === undefined ? fallback : parseWholeNumber(name, text, { least, most })

function parseTime(name: string, text: string): Date {
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) throw usageError(`${name} must be a time such as 2030-01-31T09:00:00Z`)
  return at
}

/** Polls until the replay ends. Cancels it on Ctrl-C and after the timeout. */
async function waitForReplay(call: ReplayCall, client: AgentClient, started: CliReplay): Promise<CliReplay> {
  const { options, io } = call
  const seconds = readNumber('--timeout', options.timeout, { fallback: defaultTimeoutSeconds, least: 1, most: 86_400 })
  const path = { replay: started.id }
  const endsAt = io.now() + seconds * 1000
  let heardAt = io.now()
  let last = started
  while (last.status === 'running') {
    await io.sleep(pollMilliseconds, io.interrupted)
    if (io.interrupted.aborted || io.now() > endsAt) return cancelReplay(call, client, last)
    const seen = await client.get('/replays/{replay}', { path }).catch(rethrowRefusal)
    if (seen) [last, heardAt] = [seen, io.now()]
    else if (io.now() - heardAt > patienceMilliseconds)
      throw createIncompleteError('Parley has not responded for two minutes; the replay may continue in the background')
  }
  return last
}

/** A restart of Parley passes; a refusal does not. */
function rethrowRefusal(error: unknown): undefined {
  if (error instanceof ParleyError && error.status < 500 && error.code !== 'request.rate_limited') throw error
  return undefined
}

async function cancelReplay({ io }: ReplayCall, client: AgentClient, { id }: CliReplay): Promise<never> {
  await client.post('/replays/{replay}/cancel', { path: { replay: id } }).catch(() => undefined)
  const why = io.interrupted.aborted ? 'Stopped' : 'The replay did not complete in time'
  const exit = io.interrupted.aborted ? exitCodes.interrupted : exitCodes.noVerdict
  throw new CommandError(exit, `${why}: ${toPrintable(id)} is canceled`)
}

const readConversations = (
  client: AgentClient,
  replay: string,
  verdict?: CliReplayedConversation['verdict'],
): Promise<CliReplayedConversation[]> => {
  const query = { limit: 200, ...(verdict && { verdict }) }
  return collectItems(client.each('/replays/{replay}/conversations', { path: { replay }, query }))
}

async function writeJunit(
  { print }: ReplayCall,
  client: AgentClient,
  { replay, file }: { replay: CliReplay; file: string },
): Promise<void> {
  await writeOutputFile(file, writeReplayReport(replay, await readConversations(client, replay.id)))
  print(`Written: ${file}`)
}

function exitCodeOf({ status, changed, errors }: CliReplay, accepted: number): ExitCode {
  if (status !== 'completed') return exitCodes.noVerdict
  return errors > 0 || changed > accepted ? exitCodes.failed : exitCodes.passed
}

function formatReplay({ id, status, conversations, same, changed, errors }: CliReplay): string {
  const counts = `${same} the same, ${changed} changed, ${errors} with errors`
  return `${status.toUpperCase()}  ${formatCountOf(conversations, 'conversation')}: ${counts}  ${toPrintable(id)}`
}
