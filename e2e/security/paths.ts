import assert from 'node:assert/strict'
import type { Route } from '../../server/src/platform/http/route.ts'
import type { Tenant } from './tenant.ts'

/** Ids that are not secret: names from built-in lists. */
export const publicIds = new Set(['toolId', 'provider'])

/** Returns the tenant's id for a path parameter. */
export function pathIdOf({ path }: Route, place: string, by: Tenant): string {
  if (place === 'org') return by.org.id
  if (place === 'agent') return by.agent
  const known = place === 'linkId' ? (path.includes('/outreach-links') ? 'outreachLinkId' : 'emulatorLinkId') : place
  return by.ids[known] ?? assert.fail(`tenant.ts makes nothing that ${place} of ${path} could name`)
}

/** Builds the path of a route with the tenant's own ids, except for the given ones. */
export function pathTo(route: Route, own: Tenant, given: Record<string, string> = {}): string {
  return route.path.replace(/(?<=\/):(\w+)/g, (_, place: string) => {
    if (publicIds.has(place)) return place === 'provider' ? 'google' : encodeURIComponent('@svc/tool.http-webhook')
    return encodeURIComponent(given[place] ?? pathIdOf(route, place, own))
  })
}

/** The example body from the route's reference. */
export const exampleBodyOf = ({ body, bodyFormat }: Route): unknown =>
  bodyFormat?.spools ? undefined : (body?.meta() as { examples?: unknown[] } | undefined)?.examples?.[0]
