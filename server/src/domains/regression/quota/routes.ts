import { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import { agentRoute, type OrgKey, openRoute } from '../../../platform/http/route.ts'
import { findOrg } from '../../orgs/index.ts'
import { resolveLimits } from './limits.ts'
import { findLimitOverrides, lockOrgForLimits, saveLimitOverrides } from './queries.ts'
import { getQuota, QuotaResponse } from './quota.ts'

export const quotaRoutes = [
  agentRoute({
    method: 'GET',
    path: '/tests/quota',
    role: 'viewer',
    scope: 'agents:read',
    tag: 'Tests',
    summary: 'Read the remaining test budget',
    response: QuotaResponse,
    handle: ({ tx, agent, world }) => getQuota(tx, agent, world.now()),
  }),
]

const maxCount = 1_000_000_000
const limit = z.int().min(0).max(maxCount)

const TestLimitsPut = z
  .strictObject({ dailyUnits: limit.nullable(), maxUnitsPerRun: limit.nullable(), maxCasesPerRun: limit.nullable() })
  .partial()
  .meta({ id: 'TestLimitsPut', examples: [{ dailyUnits: 1000, maxUnitsPerRun: null }] })

const TestLimits = z
  .strictObject({
    dailyUnits: limit.nullable(),
    maxUnitsPerRun: limit.nullable(),
    maxCasesPerRun: limit.nullable(),
    limits: QuotaResponse.shape.limits.meta({
      description: "The effective limits: the org's own, or else the platform's.",
    }),
  })
  .meta({
    id: 'TestLimits',
    examples: [
      {
        dailyUnits: 1000,
        maxUnitsPerRun: null,
        maxCasesPerRun: null,
        limits: { dailyUnits: 1000, maxUnitsPerRun: 150, maxCasesPerRun: 200, perCaseUnitCeiling: 8 },
      },
    ],
  })

const system = {
  access: { kind: 'system' },
  tag: 'System',
  path: '/system/tests/orgs/:org/settings',
  response: TestLimits,
} as const

export const systemTestRoutes = [
  openRoute({
    ...system,
    method: 'GET',
    summary: 'Read the test limits of an org',
    find: ({ tx, params }) => findOrg(tx, { id: params.org }),
    handle: ({ tx, params }) => serializeLimits(tx, { id: params.org }),
  }),
  openRoute({
    ...system,
    method: 'PUT',
    summary: 'Set test limits of an org',
    description:
      "Null restores the platform's limit; omitted limits do not change. Changes apply at once, also to a run in progress.",
    body: TestLimitsPut,
    find: async ({ tx, params }) => (await lockOrgForLimits(tx, { id: params.org })) || undefined,
    handle: async ({ tx, params, body }) => {
      const org = { id: params.org }
      await saveLimitOverrides(tx, org, body)
      return serializeLimits(tx, org)
    },
  }),
]

async function serializeLimits(db: Db, org: OrgKey): Promise<z.input<typeof TestLimits>> {
  const set = await findLimitOverrides(db, org)
  return { ...set, limits: resolveLimits(set) }
}
