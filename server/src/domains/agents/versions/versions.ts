import {
  type AgentDefinition,
  applySectionHistory,
  type DefinitionDifference,
  diffIncrementally,
  type SectionName,
  summarizeChanges,
  withSections,
} from '@parley/definition'
import { runYielding } from '../../../platform/concurrency/concurrency.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { decodeContent, encodeContent } from './content.ts'
import {
  insertVersion,
  listChainContents,
  listSectionChains,
  purgeVersions,
  type SectionChain,
  type SectionRow,
} from './queries.ts'

/** What a stored row contains: a whole section, or the changes since the row before. Values before are not stored. */
type StoredContent = { whole: unknown } | { changes: Omit<DefinitionDifference, 'section'>[] }

/** A longer chain would take long to read; a new whole section costs as much as this many small changes. */
const maxChainDepth = 50
/** Changes may take as much space as the whole section, and small sections this much more. */
const chainSlackBytes = 8_192

const keptVersions = 500
/** Old versions are deleted once for this many writes. */
const purgeInterval = 25

export const systemAuthor = { type: 'system', id: 'system' } as const

export type VersionRelease = { label?: string | undefined; restoredFrom?: number }

type VersionWrite = {
  version: number
  before: AgentDefinition
  definition: AgentDefinition
  changed: readonly SectionName[]
  now: Date
  release?: VersionRelease | undefined
}

/** Records a write of the configuration, in its transaction, with what its sections were. */
export async function recordVersion(tx: Db, agent: AgentKey, write: VersionWrite): Promise<void> {
  const { version, before, definition, changed, now, release = {} } = write
  const changes = await runYielding(diffIncrementally(before, definition, changed))
  const chains = new Map((await listSectionChains(tx, agent, changed)).map((chain) => [chain.section, chain]))
  const contents: SectionRow[] = []
  for (const section of changed) {
    const own = changes.filter((change) => change.section === section)
    const chain = chains.get(section)
    if (!chain) contents.push(await wholeSection(section, 0, before[section]))
    const delta = chain && (await changesOfSection(chain, version, own))
    contents.push(delta ?? (await wholeSection(section, version, definition[section])))
  }
  const summary = release.restoredFrom === undefined ? summarizeChanges(changes) : `restored ${release.restoredFrom}`
  const by = agent.author ?? systemAuthor
  await insertVersion(tx, agent, { version, at: now, by, sections: changed, summary, ...release }, contents)
  if (version % purgeInterval === 0) await purgeVersions(tx, agent, version - keptVersions + 1)
}

/** The first version of an agent: its sections are the ones in live until they change. */
export async function recordFirstVersion(tx: Db, agent: AgentKey, now: Date): Promise<void> {
  const by = agent.author ?? systemAuthor
  await insertVersion(tx, agent, { version: 1, at: now, by, sections: [], summary: 'first version' }, [])
}

async function wholeSection(section: SectionName, version: number, value: unknown): Promise<SectionRow> {
  const content = await encodeContent({ whole: value } satisfies StoredContent)
  const bytes = content.length
  return { section, version, base: version, depth: 0, baseBytes: bytes, chainBytes: bytes, content }
}

/** Returns undefined if the chain would become too long or too large: a new one begins then. */
async function changesOfSection(
  chain: SectionChain,
  version: number,
  changes: readonly DefinitionDifference[],
): Promise<SectionRow | undefined> {
  if (chain.depth >= maxChainDepth) return undefined
  const stored = changes.map(({ path, kind, after }) => ({ path, kind, ...(after !== undefined && { after }) }))
  const content = await encodeContent({ changes: stored } satisfies StoredContent)
  const chainBytes = chain.chainBytes + content.length
  if (chainBytes > 2 * chain.baseBytes + chainSlackBytes) return undefined
  return { ...chain, version, depth: chain.depth + 1, chainBytes, content }
}

/**
 * Reads the definition of a version. `live` must have been read before this call: a section without stored contents
 * has not changed since the first version, so that any earlier copy of live has it.
 */
export async function readVersionDefinition(
  db: Db,
  agent: AgentKey,
  version: number,
  live: AgentDefinition,
): Promise<AgentDefinition> {
  const rows = Map.groupBy(await listChainContents(db, agent, version), ({ section }) => section as SectionName)
  const sections = new Map<SectionName, unknown>()
  for (const [section, chain] of rows) {
    let whole: unknown
    const history: DefinitionDifference[][] = []
    for (const { content } of chain) {
      const stored = await decodeContent<StoredContent>(content)
      if ('whole' in stored) whole = stored.whole
      else history.push(stored.changes as DefinitionDifference[])
    }
    sections.set(section, history.length === 0 ? whole : applySectionHistory(section, whole, history))
  }
  return withSections(live, sections)
}
