import assert from 'node:assert/strict'
import type { Route } from '../../server/src/platform/http/route.ts'
import type { Tenant } from './tenant.ts'

/** Ids that are not secret: names from built-in lists, and numbers that each agent counts for itself. */
const publicExamples: Readonly<Record<string, string>> = {
  toolId: '@svc/tool.http-webhook',
  provider: 'google',
  version: '1',
  to: 'live',
}
export const publicIds = new Set(Object.keys(publicExamples))

/** Returns the tenant's id for a path parameter. */
export function resolvePathId({ path }: Route, parameter: string, tenant: Tenant): string {
  if (parameter === 'org') return tenant.org.id
  if (parameter === 'agent') return tenant.agent
  // At the desk, a userId is that of the person who writes.
  if (parameter === 'userId' && path.includes('/desk/')) return tenant.ids.visitorId ?? assert.fail('nobody wrote')
  const idName =
    parameter === 'linkId' ? (path.includes('/outreach-links') ? 'outreachLinkId' : 'emulatorLinkId') : parameter
  return tenant.ids[idName] ?? assert.fail(`tenant.ts makes nothing that ${parameter} of ${path} could name`)
}

/** Builds the path of a route with the tenant's own ids, except for the given ones. */
export function buildPath(route: Route, tenant: Tenant, overrides: Record<string, string> = {}): string {
  return route.path.replace(/(?<=\/):(\w+)/g, (_, parameter: string) => {
    const example = publicExamples[parameter]
    return encodeURIComponent(example ?? overrides[parameter] ?? resolvePathId(route, parameter, tenant))
  })
}

/** The example body from the route's reference. */
export const findExampleBody = ({ body, bodyFormat }: Route): unknown =>
  bodyFormat?.spools ? undefined : (body?.meta() as { examples?: unknown[] } | undefined)?.examples?.[0]
