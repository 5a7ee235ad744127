import { type AgentClient, ParleyUnreachable, type Schema } from '@parley/sdk'
import { type CommandCall, defineCommand, defineGroup } from '../../command.ts'
import { parseWholeNumber } from '../../command-parser/parse.ts'
import { connectToAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { exitCodes, usageError } from '../../exit.ts'
import type { Io } from '../../io.ts'
import type { Paint } from '../../text/paint.ts'
import { toPrintable } from '../../text/printable.ts'

type LogFilter = { level?: LogEntry['level']; event?: string; userId?: string }

const levels: readonly LogEntry['level'][] = ['debug', 'info', 'warn', 'error']

const filterOptions = {
  level: { type: 'string', value: 'LEVEL', description: 'only `debug`, `info`, `warn` or `error` entries' },
  event: { type: 'string', value: 'NAME', description: 'only entries of this event, for example llm.call' },
  user: { type: 'string', value: 'USER', description: 'only entries of the conversation with this user' },
} as const
const limitOption = { type: 'string', value: 'N', description: 'how many, 1 to 200; default 20' } as const

const listLogsCommand = defineCommand({
  name: 'list',
  summary: 'the last entries of the log',
  about: 'prints the last entries of the log of an agent, oldest first.',
  options: { ...filterOptions, limit: limitOption, ...agentOptions },
  examples: [
    ['parley logs list --level error', 'the last errors'],
    ['parley logs list --event llm.call --json', 'calls of models, with their data'],
  ],
  next: ['`parley logs tail` goes on with what comes'],
  async run({ options, io, print, paint, json }) {
    const { client } = await connectToAgent(options, io)
    const limit = readLimit(options.limit)
    const { data } = await client.get('/logs', { query: { ...readFilter(options), limit } })
    printEntries(data.reverse(), { print, paint, json })
    return exitCodes.passed
  },
})

const tailLogsCommand = defineCommand({
  name: 'tail',
  summary: 'follow the log',
  about: `prints the last entries of the log of an agent and goes on with each new one until Ctrl-C. It continues
where it was if Parley cannot be reached for a while. With --json, each entry is a line.`,
  options: {
    ...filterOptions,
    limit: { ...limitOption, description: 'how many to begin with; default 20' },
    ...agentOptions,
  },
  exitDescriptions: { 130: 'interrupted by Ctrl-C' },
  examples: [
    ['parley logs tail', 'what the agent and the platform do, as it happens'],
    ["parley logs tail --level error --json | jq -r '.error.message'", 'messages of errors'],
  ],
  next: ['`parley chat` gives the agent something to do'],
  async run({ options, io, print, paint, json }) {
    const { client } = await connectToAgent(options, io)
    const read = createLogReader(client, readFilter(options))
    const onLost = () => io.err('Parley cannot be reached; trying again\n')
    for await (const entries of followLog({ read, first: readLimit(options.limit), io, onLost }))
      printEntries(entries, { print, paint, json })
    return exitCodes.interrupted
  },
})

export const logsCommand = defineGroup({
  name: 'logs',
  summary: 'read and follow the log of an agent',
  about: 'reads the log of an agent: what it and the platform did, step by step.',
  commands: [listLogsCommand, tailLogsCommand],
  defaultCommand: listLogsCommand,
  examples: [
    ['parley logs', 'the last entries'],
    ['parley logs tail --event llm.call', 'calls of models, as they happen'],
  ],
})

const readLimit = (text = '20'): number => parseWholeNumber('--limit', text, { least: 1, most: 200 })

function readFilter({ level, event, user }: { level?: string; event?: string; user?: string }): LogFilter {
  const known = levels.find((one) => one === level)
  if (level !== undefined && !known) throw usageError(`--level must be one of ${levels.join(', ')}`)
  return {
    ...(known && { level: known }),
    ...(event !== undefined && { event }),
    ...(user !== undefined && { userId: user }),
  }
}

/** Reads one page, newest first. */
const createLogReader =
  (client: AgentClient, filter: LogFilter) => (page: { start?: string; limit: number; pageToken?: string }) =>
    client.get('/logs', { query: { ...filter, ...page } })

type Output = Pick<CommandCall, 'print' | 'paint' | 'json'>

function printEntries(entries: readonly LogEntry[], { print, paint, json }: Output): void {
  for (const entry of entries) {
    json(entry)
    print(formatEntry(entry, paint))
  }
}

/** Formats as `12:00:03  info   llm.call  usr_01  {"purpose":"turn"}`. */
function formatEntry({ timestamp, level, event, userId, data, error }: LogEntry, paint: Paint): string {
  const details = error?.message ?? (data && JSON.stringify(data))
  const parts = [
    timestamp.slice(11, 19),
    paint(level === 'error' ? 'red' : level === 'warn' ? 'yellow' : 'dim', level.padEnd(5)),
    toPrintable(event),
    userId && toPrintable(userId),
    details && toPrintable(details),
  ]
  return parts.filter(Boolean).join('  ')
}

type LogEntry = Schema<'AgentLogEntry'>
type LogPage = { data: LogEntry[]; nextPageToken?: string }
type ReadLog = (page: { start?: string; limit: number; pageToken?: string }) => Promise<LogPage>
type FollowOptions = {
  read: ReadLog
  /** How many entries to begin with. */
  first: number
  io: Pick<Io, 'sleep' | 'interrupted'>
  onLost(): void
}

const pollMilliseconds = 2_000
const pageSize = 200
/** Entries are written in batches, so that one may appear after a newer one. */
const overlapMilliseconds = 15_000

/** Yields new entries, oldest first, until the interruption. */
async function* followLog({ read, first, io, onLost }: FollowOptions): AsyncGenerator<LogEntry[], void> {
  const seen = new Map<string, string>()
  let newest: string | undefined
  // What came before the first entries is history, even where the overlap includes it.
  let beginning = ''
  let isLost = false
  while (!io.interrupted.aborted) {
    const page = newest === undefined ? read({ limit: first }) : readSince(read, newest)
    const entries = await page.then(({ data }) => data, rethrowUnlessUnreachable)
    if (!entries && !isLost) onLost()
    isLost = !entries
    if (newest === undefined) beginning = entries?.at(-1)?.timestamp ?? ''
    const isFresh = (entry: LogEntry) => entry.timestamp >= beginning && !seen.has(JSON.stringify(entry))
    const fresh = (entries ?? []).filter(isFresh).reverse()
    for (const entry of fresh) seen.set(JSON.stringify(entry), entry.timestamp)
    newest = [newest ?? '', ...fresh.map(({ timestamp }) => timestamp)].sort().at(-1) || undefined
    if (newest !== undefined) forgetBefore(seen, overlapStart(newest))
    if (fresh.length > 0) yield fresh
    await io.sleep(pollMilliseconds, io.interrupted)
  }
}

/** All pages from shortly before the newest known entry. */
async function readSince(read: ReadLog, newest: string): Promise<{ data: LogEntry[] }> {
  const data: LogEntry[] = []
  let pageToken: string | undefined
  do {
    const page = await read({
      start: overlapStart(newest),
      limit: pageSize,
      ...(pageToken !== undefined && { pageToken }),
    })
    data.push(...page.data)
    pageToken = page.nextPageToken
  } while (pageToken !== undefined)
  return { data }
}

const overlapStart = (newest: string): string => new Date(Date.parse(newest) - overlapMilliseconds).toISOString()

function forgetBefore(seen: Map<string, string>, start: string): void {
  for (const [entry, timestamp] of seen) if (timestamp < start) seen.delete(entry)
}

function rethrowUnlessUnreachable(error: unknown): undefined {
  if (!(error instanceof ParleyUnreachable)) throw error
}
