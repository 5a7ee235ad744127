import { assertMediaExist, diffIncrementally, exportDocument } from '@parley/definition'
import { runYielding } from '../../../platform/concurrency/concurrency.ts'
import type { Db } from '../../../platform/db/database.ts'
import { pageQuery } from '../../../platform/http/page.ts'
import { notFound } from '../../../platform/http/problem.ts'
import { type AgentKey, agentRoute, type Route } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import type { Definitions, LockedDefinition } from '../definition/definitions.ts'
import type { AgentDeps } from '../deps.ts'
import { listMediaIds } from '../media/queries.ts'
import { readAccess, writeAccess, writeProblems } from '../routes/section.ts'
import { findVersion, labelVersion, listVersions, lockVersionRow } from './queries.ts'
import { AgentVersion, AgentVersionDocument, ConfigurationDiff, VersionNumber, VersionPatch } from './version.ts'

const tag = 'Versions'

/** Refusals of the change that a restored or published document makes. */
export const releaseProblems = [
  ...writeProblems,
  'agent.playbook.uses_unknown',
  'agent.playbook.flow_invalid',
  'goal.unknown',
  'agent.outreach.in_use',
  'resource.conflict',
  'request.invalid',
] as const

export function versionRoutes(deps: AgentDeps): Route[] {
  const { definitions } = deps
  return [
    agentRoute({
      ...readAccess,
      tag,
      method: 'GET',
      path: '/versions',
      summary: 'List the versions of the configuration, newest first',
      description: 'Every write of the configuration makes a version. Kept: the last 500 and every labelled one.',
      query: pageQuery,
      response: listSchema(AgentVersion),
      handle: ({ tx, agent, query }) => listVersions(tx, agent, query),
    }),
    agentRoute({
      ...readAccess,
      tag,
      method: 'GET',
      path: '/versions/:version',
      summary: 'Read a version with its document',
      response: AgentVersionDocument,
      find: ({ tx, agent, params }) => findVersion(tx, agent, parseVersion(params.version)),
      handle: async ({ tx, agent, found }) => ({
        ...found,
        document: exportDocument(await readDefinitionAt(definitions, tx, agent, String(found.version))),
      }),
    }),
    agentRoute({
      ...writeAccess,
      tag,
      method: 'PATCH',
      path: '/versions/:version',
      summary: 'Label a version',
      description: 'A labelled version is kept; null removes the label.',
      body: VersionPatch,
      response: AgentVersion,
      find: ({ tx, agent, params }) => lockVersionRow(tx, agent, parseVersion(params.version)),
      handle: async ({ tx, agent, found, body }) => {
        await labelVersion(tx, agent, found.version, body.label)
        return (await findVersion(tx, agent, found.version)) as AgentVersion
      },
    }),
    agentRoute({
      ...readAccess,
      tag,
      method: 'GET',
      path: '/versions/:version/diff/:to',
      summary: 'Compare two versions',
      description: '`to` is a version, or `live`. Items of lists are matched by id.',
      response: ConfigurationDiff,
      handle: async ({ tx, agent, params }) => {
        const before = await readDefinitionAt(definitions, tx, agent, params.version)
        const after = await readDefinitionAt(definitions, tx, agent, params.to)
        return { changes: await runYielding(diffIncrementally(before, after)) }
      },
    }),
    restoreRoute(deps),
  ]
}

function restoreRoute({ definitions, announce }: AgentDeps): Route {
  return agentRoute({
    ...writeAccess,
    tag,
    method: 'POST',
    path: '/versions/:version/_restore',
    summary: 'Restore a version',
    description: 'Live becomes the document of the version, as a new version. Secrets and tool bindings stay.',
    response: VersionNumber,
    problems: releaseProblems,
    find: async ({ tx, agent, params }) => {
      const locked = await definitions.lock(tx, agent)
      const version = parseVersion(params.version)
      return locked && (await findVersion(tx, agent, version)) ? { locked, version } : undefined
    },
    handle: async ({ tx, agent, found: { locked, version }, world }) => {
      const document = await readDefinitionAt(definitions, tx, agent, String(version))
      const mediaIds = await listMediaIds(tx, agent)
      await definitions.write(tx, agent, {
        locked,
        edit: (live) => {
          assertMediaExist(live, document, mediaIds)
          return { ...document, toolBindings: live.toolBindings }
        },
        world,
        release: { restoredFrom: version },
      })
      const made = numberAfter(locked)
      const data = { agentId: agent.id, version: made, restoredFrom: version }
      await announce(tx, { orgId: agent.orgId, type: 'agent.restored', data })
      return { version: made }
    },
  })
}

/** The number of the version that a release of a locked definition makes. */
export const numberAfter = ({ number }: LockedDefinition): number => number + 1

/** A number that no version has for anything else: an unknown version is 404. */
const parseVersion = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : -1)

async function readDefinitionAt(definitions: Definitions, tx: Db, agent: AgentKey, at: string) {
  if (at === 'live') return definitions.read(tx, agent)
  const found = await definitions.readVersion(tx, agent, parseVersion(at))
  if (!found) throw notFound()
  return found
}
