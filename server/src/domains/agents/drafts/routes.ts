import type { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import { pageQuery } from '../../../platform/http/page.ts'
import { invalidRequest, problem } from '../../../platform/http/problem.ts'
import { type AgentKey, agentRoute, type Route } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import { draftNotFound, type LockedDefinition } from '../definition/definitions.ts'
import type { AgentDeps } from '../deps.ts'
import { readAccess, writeAccess } from '../routes/section.ts'
import { releaseProblems } from '../versions/routes.ts'
import { ConfigurationDiff, PublishBody, VersionNumber } from '../versions/version.ts'
import { systemAuthor } from '../versions/versions.ts'
import {
  CanaryBody,
  ConfigurationDraft,
  DraftCreate,
  DraftEdit,
  DraftPatch,
  maxDrafts,
  PublishingSettings,
  PublishingSettingsBody,
  RebaseBody,
} from './draft.ts'
import { createChangeCounter, diffDraft, publishDraft, rebaseDraft } from './drafts.ts'
import {
  type DraftRecord,
  deleteDraft,
  findCanary,
  findDraft,
  insertDraft,
  listDraftEdits,
  listDrafts,
  lockDraft,
  lockPublishing,
  readPublishing,
  renameDraft,
  setCanary,
  storePublishing,
} from './queries.ts'

const tag = 'Drafts'
const draftProblems = ['agent.draft.not_found'] as const

type DraftPlace = { tx: Db; agent: AgentKey; params: { draftId: string } }

async function requireDraft({ tx, agent, params }: DraftPlace): Promise<DraftRecord> {
  const found = await findDraft(tx, agent, params.draftId)
  if (!found) throw draftNotFound()
  return found
}

async function requireLockedDraft({ tx, agent, params }: DraftPlace): Promise<DraftRecord> {
  const found = await lockDraft(tx, agent, params.draftId)
  if (!found) throw draftNotFound()
  return found
}

/** The agent before the draft, in the order of publishing: two drafts cannot become its canary at once. */
const lockAgentAndDraft =
  ({ definitions }: Pick<AgentDeps, 'definitions'>) =>
  async (place: DraftPlace): Promise<DraftRecord | undefined> =>
    (await definitions.lock(place.tx, place.agent)) && requireLockedDraft(place)

export function draftRoutes(deps: AgentDeps): Route[] {
  const count = createChangeCounter(deps.definitions)
  const serialize = async (
    tx: Db,
    agent: AgentKey,
    draft: DraftRecord,
  ): Promise<z.input<typeof ConfigurationDraft>> => ({
    id: draft.id,
    name: draft.name,
    baseVersion: draft.baseVersion,
    updatedAt: draft.updatedAt.toISOString(),
    by: draft.by,
    changes: await count(tx, agent, draft),
    ...(draft.canaryPercent !== undefined && { canary: { percent: draft.canaryPercent } }),
  })
  return [
    ...collectionRoutes(deps, serialize),
    ...itemDraftRoutes(deps, serialize),
    diffRoute(deps),
    editsRoute(),
    rebaseRoute(deps, serialize),
    publishRoute(deps),
    ...canaryRoutes(deps, serialize),
    ...publishingRoutes(deps),
  ]
}

type SerializeDraft = (tx: Db, agent: AgentKey, draft: DraftRecord) => Promise<z.input<typeof ConfigurationDraft>>

function collectionRoutes({ definitions }: AgentDeps, serialize: SerializeDraft): Route[] {
  return [
    agentRoute({
      ...readAccess,
      tag,
      method: 'GET',
      path: '/drafts',
      summary: 'List the drafts, newest first',
      response: listSchema(ConfigurationDraft),
      handle: async ({ tx, agent }) => {
        const data = []
        for (const draft of await listDrafts(tx, agent)) data.push(await serialize(tx, agent, draft))
        return { data }
      },
    }),
    agentRoute({
      ...writeAccess,
      tag,
      method: 'POST',
      path: '/drafts',
      summary: 'Create a draft',
      description:
        'A draft is a copy of the configuration. Every route of the configuration reads and writes it when its id is sent in `X-Svc-Draft`.',
      body: DraftCreate,
      response: ConfigurationDraft,
      status: 201,
      problems: ['resource.conflict'],
      find: ({ tx, agent }) => definitions.lock(tx, agent),
      handle: async ({ tx, agent, found, body, world }) => {
        const { name, from = found.number } = body
        if (!(await definitions.readVersion(tx, agent, from)))
          throw invalidRequest([{ field: 'from', message: 'must be a version of the agent' }])
        if ((await listDrafts(tx, agent)).length >= maxDrafts)
          throw problem('resource.conflict', 409, { detail: `An agent has at most ${maxDrafts} drafts` })
        const id = world.newId('dft')
        const by = agent.author ?? systemAuthor
        await insertDraft(tx, agent, { id, name, baseVersion: from, by, now: world.now() })
        return serialize(tx, agent, (await findDraft(tx, agent, id)) as DraftRecord)
      },
    }),
  ]
}

function itemDraftRoutes(deps: AgentDeps, serialize: SerializeDraft): Route[] {
  const item = { tag, path: '/drafts/:draftId', problems: draftProblems } as const
  return [
    agentRoute({
      ...readAccess,
      ...item,
      method: 'GET',
      summary: 'Read a draft',
      response: ConfigurationDraft,
      find: requireDraft,
      handle: ({ tx, agent, found }) => serialize(tx, agent, found),
    }),
    agentRoute({
      ...writeAccess,
      ...item,
      method: 'PATCH',
      summary: 'Rename a draft',
      body: DraftPatch,
      response: ConfigurationDraft,
      find: requireLockedDraft,
      handle: async ({ tx, agent, found, body, world }) => {
        await renameDraft(tx, agent, { id: found.id, name: body.name, now: world.now() })
        return serialize(tx, agent, (await findDraft(tx, agent, found.id)) as DraftRecord)
      },
    }),
    agentRoute({
      ...writeAccess,
      ...item,
      method: 'DELETE',
      summary: 'Delete a draft',
      description: 'Ends its canary, if it has one.',
      find: lockAgentAndDraft(deps),
      handle: async ({ tx, agent, found }) => {
        const live = await deps.definitions.read(tx, agent)
        await deps.onDraftEnded(tx, agent, { draftId: found.id, live })
        await deleteDraft(tx, agent, found.id)
      },
    }),
  ]
}

function diffRoute({ definitions }: AgentDeps): Route {
  return agentRoute({
    ...readAccess,
    tag,
    method: 'GET',
    path: '/drafts/:draftId/diff',
    summary: 'Compare a draft with live',
    response: ConfigurationDiff,
    problems: draftProblems,
    find: requireDraft,
    handle: async ({ tx, agent, found }) => ({ changes: await diffDraft(definitions, tx, agent, found) }),
  })
}

function editsRoute(): Route {
  return agentRoute({
    ...readAccess,
    tag,
    method: 'GET',
    path: '/drafts/:draftId/edits',
    summary: 'List who changed what in a draft, newest first',
    description: 'Each write in the draft is an edit. Kept: the last 500.',
    query: pageQuery,
    response: listSchema(DraftEdit),
    problems: draftProblems,
    find: requireDraft,
    handle: ({ tx, agent, found, query }) => listDraftEdits(tx, agent, found.id, query),
  })
}

function rebaseRoute(deps: AgentDeps, serialize: SerializeDraft): Route {
  return agentRoute({
    ...writeAccess,
    tag,
    method: 'POST',
    path: '/drafts/:draftId/_rebase',
    summary: 'Take over what changed in live since the base of a draft',
    description: 'Where both changed the same item, `resolve` decides which of both to take.',
    body: RebaseBody,
    response: ConfigurationDraft,
    problems: [...releaseProblems, ...draftProblems, 'agent.draft.conflict'],
    find: requireLockedDraft,
    handle: async ({ tx, agent, found, body, world }) => {
      const rebased = await rebaseDraft(tx, agent, { draft: found, resolve: body.resolve, world }, deps)
      return serialize(tx, agent, rebased)
    },
  })
}

function publishRoute(deps: AgentDeps): Route {
  return agentRoute({
    ...writeAccess,
    tag,
    method: 'POST',
    path: '/drafts/:draftId/_publish',
    summary: 'Publish a draft',
    description:
      'Live takes over what the draft changed, as one version, and the draft is gone. Items that live changed too are a conflict; the publishing gate must hold.',
    body: PublishBody,
    response: VersionNumber,
    problems: [...releaseProblems, ...draftProblems, 'agent.draft.conflict', 'agent.draft.gate_failed'],
    // The handler looks the draft up: a repeat with the same Idempotency-Key must get the first response.
    find: ({ tx, agent }) => deps.definitions.lock(tx, agent),
    handle: async ({ tx, agent, found, params, body, world }) => {
      const request = { draftId: params.draftId, label: body.label, locked: found as LockedDefinition, world }
      return { version: await publishDraft(tx, agent, request, deps) }
    },
  })
}

function canaryRoutes({ definitions }: AgentDeps, serialize: SerializeDraft): Route[] {
  const find = lockAgentAndDraft({ definitions })
  return [
    agentRoute({
      ...writeAccess,
      tag,
      method: 'POST',
      path: '/drafts/:draftId/_canary',
      summary: 'Let a draft answer a share of new sessions',
      description: 'The share is chosen by user id. A session keeps the configuration that it began with.',
      body: CanaryBody,
      response: ConfigurationDraft,
      problems: [...draftProblems, 'resource.conflict'],
      find,
      handle: async ({ tx, agent, found, body }) => {
        const current = await findCanary(tx, agent)
        if (current && current.draftId !== found.id)
          throw problem('resource.conflict', 409, {
            detail: `The draft ${current.draftId} is the canary of this agent`,
          })
        await setCanary(tx, agent, found.id, body.percent)
        return serialize(tx, agent, { ...found, canaryPercent: body.percent })
      },
    }),
    agentRoute({
      ...writeAccess,
      tag,
      method: 'POST',
      path: '/drafts/:draftId/_endCanary',
      summary: 'End the canary of a draft',
      description: 'Sessions that began with the draft keep it as it was then; new ones get live.',
      response: ConfigurationDraft,
      problems: draftProblems,
      find,
      handle: async ({ tx, agent, found: { canaryPercent: _, ...draft } }) => {
        await setCanary(tx, agent, draft.id, null)
        return serialize(tx, agent, draft)
      },
    }),
  ]
}

function publishingRoutes({ findUnknownSuites }: AgentDeps): Route[] {
  const settings = { tag, path: '/settings/publishing', response: PublishingSettings } as const
  return [
    agentRoute({
      ...readAccess,
      ...settings,
      method: 'GET',
      summary: 'Read the publishing settings',
      handle: ({ tx, agent }) => readPublishing(tx, agent),
    }),
    agentRoute({
      ...writeAccess,
      ...settings,
      method: 'PUT',
      summary: 'Replace the publishing settings',
      description:
        'With `requireDraft`, configuration is written only in drafts. The gate holds when the newest completed run of the draft as it is now, over its suites, passed at least `minPassRate` and is not older than `maxAgeMinutes`.',
      body: PublishingSettingsBody,
      find: ({ tx, agent }) => lockPublishing(tx, agent),
      handle: async ({ tx, agent, body }) => {
        const { requireDraft, gate } = body
        const unknown = gate?.suiteIds ? await findUnknownSuites(tx, agent, gate.suiteIds) : []
        if (unknown.length > 0) {
          const field = `gate.suiteIds[${gate?.suiteIds?.indexOf(unknown[0] as string)}]`
          throw invalidRequest([{ field, message: `${unknown[0]} is not a suite of the agent` }])
        }
        await storePublishing(tx, agent, { requireDraft, ...(gate && { gate }) })
        return readPublishing(tx, agent)
      },
    }),
  ]
}
