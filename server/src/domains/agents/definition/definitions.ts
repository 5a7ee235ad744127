import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type AgentDefinition,
  applyChangeIncrementally,
  createDefinition,
  type DefinitionEdit,
  type DefinitionEnvironment,
  diffIncrementally,
  measureDefinition,
  measureIncrementally,
  type SectionName,
  summarizeChanges,
  withSections,
} from '@parley/definition'
import { LruCache } from '@parley/findings'
import { runYielding } from '../../../platform/concurrency/concurrency.ts'
import type { Db } from '../../../platform/db/database.ts'
import { afterCommit } from '../../../platform/db/transaction.ts'
import { notFound, problem } from '../../../platform/http/problem.ts'
import type { AgentKey, DraftRef } from '../../../platform/http/route.ts'
import type { Announce } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import {
  type DraftRecord,
  findCanaryDefinition,
  findDraft,
  insertCanaryDefinition,
  insertDraftEdit,
  listDraftSections,
  lockDraft,
  storeDraftSections,
  touchCanaryDefinition,
} from '../drafts/queries.ts'
import { deleteOrphanedSecrets } from '../secrets/secrets.ts'
import { decodeContent, encodeContent } from '../versions/content.ts'
import { findVersion } from '../versions/queries.ts'
import { readVersionDefinition, recordVersion, systemAuthor, type VersionRelease } from '../versions/versions.ts'
import { maxCachedDefinitions } from './cache-capacity.ts'
import type { DefinitionListener } from './listener.ts'
import { loadDefinition, lockVersion, storeDefinition, type VersionedDefinition } from './queries.ts'
import { mapRefusalsToProblems, type PathStyle } from './refusals.ts'

export type DefinitionDeps = {
  environment: DefinitionEnvironment
  announce: Announce
  listeners: readonly DefinitionListener[]
}

export type LockedDefinition = VersionedDefinition

export type DefinitionWrite = {
  locked: LockedDefinition
  edit: DefinitionEdit
  world: World
  pathStyle?: PathStyle
  /** A restored or published version, which is recorded even if it changes nothing. */
  release?: VersionRelease
  /** The version of live that a draft takes over: its changes are no edits of the draft. */
  rebasedOnto?: number
}

/** Live, a version and a draft are definitions alike: `agent.draft` and `agent.pinnedVersion` say which one is meant. */
export type Definitions = {
  read(db: Db, agent: AgentKey): Promise<AgentDefinition>
  /** The definition with the number of its version; for a draft, that of its base. */
  readNumbered(db: Db, agent: AgentKey): Promise<NumberedDefinition>
  /** The definition of a version as it was, with its tool bindings; undefined if there is no such version. */
  readVersion(db: Db, agent: AgentKey, version: number): Promise<AgentDefinition | undefined>
  /** For a route's `find`: returns undefined when the agent no longer exists. */
  lock(tx: Db, agent: AgentKey): Promise<LockedDefinition | undefined>
  /** Every configuration write goes through here, whatever the route. */
  write(tx: Db, agent: AgentKey, write: DefinitionWrite): Promise<AgentDefinition>
  /** Throws what `write` would throw, and stores nothing. */
  check(write: DefinitionWrite): Promise<void>
  /** The agent with this draft instead of live; throws `agent.draft.not_found`. */
  useDraft(db: Db, agent: AgentKey, draftId: string): Promise<AgentKey>
  /** The agent with this draft as it is now, also when the draft changes later; undefined if there is no such draft. */
  pinDraft(db: Db, agent: AgentKey, draftId: string, now: Date): Promise<AgentKey | undefined>
  /** The agent with a draft as it was pinned; undefined if that is not stored. */
  usePinnedDraft(db: Db, agent: AgentKey, draft: DraftRef): Promise<AgentKey | undefined>
}

export type NumberedDefinition = Pick<VersionedDefinition, 'definition' | 'number' | 'canary'>

export const draftNotFound = () => problem('agent.draft.not_found', 404)

/** The data cached with a definition (texts, references) grows with its size. */
const weightOf = ({ definition }: { definition: AgentDefinition }): number => 1 + measureDefinition(definition) / 50_000

async function applyEdit(
  { locked, edit, pathStyle = 'document' }: DefinitionWrite,
  environment: DefinitionEnvironment,
) {
  const steps = applyChangeIncrementally(locked.definition, edit, environment)
  return mapRefusalsToProblems(pathStyle, () => runYielding(steps))
}

/**
 * Reads and writes definitions. Each version is loaded once per process: the version is read with the agent, so a stale
 * copy is detected.
 */
export function createDefinitions({ environment, announce, listeners }: DefinitionDeps): Definitions {
  const live = createLiveReader()
  const versions = createVersionReader(live.read)
  const drafts = createDraftReader(live.read, versions.read)
  const pinnedDrafts = createPinnedDraftReader(live.read, drafts.readCurrent)

  async function writeLive(tx: Db, agent: AgentKey, write: DefinitionWrite): Promise<AgentDefinition> {
    const { locked, world, release } = write
    const before = locked.definition
    const { definition, changed } = await applyEdit(write, environment)
    if (changed.length === 0 && !release) return definition
    // Validating and writing a large definition each take a while: yields to other work in between.
    await nextTurn()
    const now = world.now()
    const { canary } = locked
    const number = await storeDefinition(tx, agent, { definition, changed, now, canary, cache: live.cache(agent) })
    await recordVersion(tx, agent, { version: number, before, definition, changed, now, release })
    if (changed.length === 0) return definition
    for (const listen of [deleteOrphanedSecrets, ...listeners]) await listen(tx, agent, { before, definition, changed })
    const data = { agentId: agent.id, version: number, sections: changed }
    await announce(tx, { orgId: agent.orgId, type: 'agent.updated', data })
    return definition
  }

  async function writeDraft(
    tx: Db,
    agent: AgentKey,
    { locked, world, rebasedOnto }: DefinitionWrite,
    { definition, changed }: { definition: AgentDefinition; changed: readonly SectionName[] },
  ): Promise<void> {
    const now = world.now()
    await drafts.store(tx, agent, { definition, changed, now })
    const changes = await runYielding(diffIncrementally(locked.definition, definition, changed))
    const edit =
      rebasedOnto === undefined
        ? { summary: summarizeChanges(changes), paths: changes.map(({ path }) => path) }
        : { summary: `took over version ${rebasedOnto}`, paths: [] }
    const by = agent.author ?? systemAuthor
    await insertDraftEdit(tx, agent, agent.draft?.id as string, { ...edit, now, by, sections: changed })
  }

  return {
    read: async (db, agent) => (await readAny(db, agent)).definition,
    readNumbered: readAny,
    async readVersion(db, agent, version) {
      return (await versions.read(db, agent, version))?.definition
    },
    async lock(tx, agent) {
      if (agent.draft) return drafts.lock(tx, agent, agent.draft.id)
      const version = await lockVersion(tx, agent)
      return version === undefined ? undefined : live.load(tx, agent, version)
    },
    async write(tx, agent, write) {
      if (!agent.draft) return writeLive(tx, agent, write)
      const { definition, changed } = await applyEdit(write, environment)
      // Tool bindings hold credentials and grants of the agent: they are live's, whatever a document says.
      const own = changed.filter((name) => name !== 'toolBindings')
      if (own.length > 0) await writeDraft(tx, agent, write, { definition, changed: own })
      return { ...definition, toolBindings: write.locked.definition.toolBindings }
    },
    async check(write) {
      await applyEdit(write, environment)
    },
    useDraft,
    pinDraft: pinnedDrafts.pin,
    usePinnedDraft: pinnedDrafts.use,
  }

  async function readAny(db: Db, agent: AgentKey): Promise<NumberedDefinition> {
    if (agent.draft?.pinned) return pinnedDrafts.read(db, agent, agent.draft)
    if (agent.draft) return drafts.read(db, agent, agent.draft.id)
    const current = await live.read(db, agent)
    const { pinnedVersion } = agent
    if (pinnedVersion === undefined || pinnedVersion === current.number) return current
    // A session outlives its version only if hundreds of others followed within it.
    return (await versions.readForUse(db, agent, pinnedVersion, current.definition)) ?? current
  }
}

async function useDraft(db: Db, agent: AgentKey, draftId: string): Promise<AgentKey> {
  const found = await findDraft(db, agent, draftId)
  if (!found) throw draftNotFound()
  return { ...agent, draft: { id: found.id, revision: found.revision } }
}

type ReadLive = (db: Db, agent: AgentKey) => Promise<VersionedDefinition>

function createLiveReader() {
  const known = new LruCache<number, VersionedDefinition>(maxCachedDefinitions, weightOf)

  async function load(db: Db, agent: AgentKey, version: number | undefined): Promise<VersionedDefinition | undefined> {
    const remembered = known.get(agent.key)
    if (remembered && remembered.version === version) return remembered
    const loaded = await loadDefinition(db, agent)
    // Measures the size now, yielding to other work, because the cache asks for it synchronously later.
    if (loaded) await runYielding(measureIncrementally(loaded.definition))
    return loaded
  }

  const read: ReadLive = async (db, agent) => {
    const found = await load(db, agent, agent.version)
    if (!found) throw notFound()
    // Caches only committed definitions, read through the pool. A transaction's own uncommitted view is never cached.
    if (!db.isTransaction && found.version === agent.version) known.set(agent.key, found)
    return found
  }
  return { load, read, cache: (agent: AgentKey) => (stored: VersionedDefinition) => known.set(agent.key, stored) }
}

type CachedVersion = { definition: AgentDefinition }

/** Versions never change, so that their number identifies them. */
function createVersionReader(readLive: ReadLive) {
  const known = new LruCache<string, CachedVersion>(maxCachedDefinitions, weightOf)
  const usable = createBindingOverlay()

  async function read(db: Db, agent: AgentKey, version: number): Promise<CachedVersion | undefined> {
    const key = `${agent.key} ${version}`
    const remembered = known.get(key)
    if (remembered) return remembered
    // Live first: see `readVersionDefinition`.
    const { definition: live } = await readLive(db, agent)
    if (!(await findVersion(db, agent, version))) return undefined
    const definition = await readVersionDefinition(db, agent, version, live)
    await runYielding(measureIncrementally(definition))
    if (!db.isTransaction) known.set(key, { definition })
    return { definition }
  }

  return {
    read,
    /** With the tool bindings of live, whose credentials and grants are the only ones there are. */
    async readForUse(db: Db, agent: AgentKey, version: number, live: AgentDefinition) {
      const found = await read(db, agent, version)
      return found && { number: version, definition: usable(found.definition, live) }
    },
  }
}

type CachedDraft = { revision: number; number: number; definition: AgentDefinition }

function createDraftReader(
  readLive: ReadLive,
  readVersion: (db: Db, agent: AgentKey, version: number) => Promise<CachedVersion | undefined>,
) {
  const known = new LruCache<string, CachedDraft>(maxCachedDefinitions, weightOf)
  const usable = createBindingOverlay()
  const keyOf = (agent: AgentKey, draftId: string) => `${agent.key} ${draftId}`

  async function load(db: Db, agent: AgentKey, draft: DraftRecord): Promise<CachedDraft> {
    const remembered = known.get(keyOf(agent, draft.id))
    if (remembered?.revision === draft.revision) return remembered
    const base = await readVersion(db, agent, draft.baseVersion)
    if (!base) throw new Error(`version ${draft.baseVersion}, the base of draft ${draft.id}, does not exist`)
    const sections = new Map<SectionName, unknown>()
    for (const { section, content } of await listDraftSections(db, agent, draft.id))
      sections.set(section as SectionName, await decodeContent(content))
    const definition = withSections(base.definition, sections)
    await runYielding(measureIncrementally(definition))
    return { revision: draft.revision, number: draft.baseVersion, definition }
  }

  /** Reads again if an edit, which replaces sections in place, came between the statements. */
  async function readCurrent(db: Db, agent: AgentKey, draftId: string): Promise<CachedDraft | undefined> {
    let draft = await findDraft(db, agent, draftId)
    while (draft) {
      const { revision } = draft
      const found = await load(db, agent, draft)
      draft = await findDraft(db, agent, draftId)
      if (draft?.revision !== revision) continue
      if (!db.isTransaction) known.set(keyOf(agent, draftId), found)
      return found
    }
    return undefined
  }

  return {
    readCurrent,
    async read(db: Db, agent: AgentKey, draftId: string): Promise<NumberedDefinition> {
      const { definition: live } = await readLive(db, agent)
      const remembered = known.get(keyOf(agent, draftId))
      const isCurrent = remembered?.revision === agent.draft?.revision
      const found = isCurrent ? remembered : await readCurrent(db, agent, draftId)
      if (!found) throw draftNotFound()
      return { number: found.number, definition: usable(found.definition, live) }
    },
    async lock(tx: Db, agent: AgentKey, draftId: string): Promise<LockedDefinition> {
      const draft = await lockDraft(tx, agent, draftId)
      if (!draft) throw draftNotFound()
      const { definition: live } = await readLive(tx, agent)
      const { revision, number, definition } = await load(tx, agent, draft)
      return { version: revision, number, definition: usable(definition, live) }
    },
    async store(
      tx: Db,
      agent: AgentKey,
      { definition, changed, now }: { definition: AgentDefinition; changed: readonly SectionName[]; now: Date },
    ): Promise<void> {
      const draftId = agent.draft?.id as string
      const sections = []
      for (const section of changed) sections.push({ section, content: await encodeContent(definition[section]) })
      await storeDraftSections(tx, agent, draftId, { sections, now })
      afterCommit(tx, () => known.delete(keyOf(agent, draftId)))
    },
  }
}

/** Drafts as they were when a session began with them. They never change, so that their revision identifies them. */
function createPinnedDraftReader(
  readLive: ReadLive,
  readDraft: (db: Db, agent: AgentKey, draftId: string) => Promise<CachedDraft | undefined>,
) {
  const known = new LruCache<string, CachedDraft>(maxCachedDefinitions, weightOf)
  const usable = createBindingOverlay()
  const keyOf = (agent: AgentKey, { id, revision }: DraftRef) => `${agent.key} ${id} ${revision}`

  async function find(db: Db, agent: AgentKey, draft: DraftRef): Promise<CachedDraft | undefined> {
    const key = keyOf(agent, draft)
    const remembered = known.get(key)
    if (remembered) return remembered
    const row = await findCanaryDefinition(db, agent, draft)
    if (!row) return undefined
    const stored = await decodeContent<Omit<AgentDefinition, 'toolBindings'>>(row.content)
    // It may be older than the newest section.
    const definition = { ...createDefinition(stored.agent.name), ...stored, toolBindings: [] }
    await runYielding(measureIncrementally(definition))
    const found = { revision: draft.revision, number: row.baseVersion, definition }
    known.set(key, found)
    return found
  }

  return {
    async read(db: Db, agent: AgentKey, draft: DraftRef): Promise<NumberedDefinition> {
      const { definition: live } = await readLive(db, agent)
      const found = await find(db, agent, draft)
      if (!found) throw draftNotFound()
      return { number: found.number, definition: usable(found.definition, live) }
    },
    /** Called when a session begins with the draft: what it is now is written once. */
    async pin(db: Db, agent: AgentKey, draftId: string, now: Date): Promise<AgentKey | undefined> {
      const current = await readDraft(db, agent, draftId)
      if (!current) return undefined
      const draft = { id: draftId, revision: current.revision, pinned: true } as const
      if (!(await touchCanaryDefinition(db, agent, draft, now))) {
        const { toolBindings: _, ...stored } = current.definition
        const content = await encodeContent(stored)
        await insertCanaryDefinition(db, agent, draft, { baseVersion: current.number, content, now })
      }
      return { ...agent, draft }
    },
    async use(db: Db, agent: AgentKey, draft: DraftRef): Promise<AgentKey | undefined> {
      return (await find(db, agent, draft)) && { ...agent, draft: { ...draft, pinned: true } }
    },
  }
}

/** Replaces the tool bindings of a definition by those of live, and returns the same object for the same pair. */
function createBindingOverlay() {
  const overlays = new WeakMap<AgentDefinition, AgentDefinition>()
  return (definition: AgentDefinition, { toolBindings }: AgentDefinition): AgentDefinition => {
    if (definition.toolBindings === toolBindings) return definition
    const made = overlays.get(definition)
    if (made?.toolBindings === toolBindings) return made
    const overlay = { ...definition, toolBindings }
    overlays.set(definition, overlay)
    return overlay
  }
}
