import assert from 'node:assert/strict'
import type { Route } from '../../server/src/platform/http/route.ts'
import type { Tenant } from './tenant.ts'

/** Ids that are no secret of anybody: names from our own lists. */
export const publicIds = new Set(['toolId', 'provider'])

/** What a place in a path names of that tenant. */
export function pathIdOf({ path }: Route, place: string, by: Tenant): string {
  if (place === 'org') return by.org.id
  if (place === 'agent') return by.agent
  const known = place === 'linkId' ? (path.includes('/outreach-links') ? 'outreachLinkId' : 'emulatorLinkId') : place
  return by.ids[known] ?? assert.fail(`tenant.ts makes nothing that ${place} of ${path} could name`)
}

/** The path of a route to what is the tenant's own, but for the ids that are given. */
export function pathTo(route: Route, own: Tenant, given: Record<string, string> = {}): string {
  return route.path.replace(/(?<=\/):(\w+)/g, (_, place: string) => {
    if (publicIds.has(place)) return place === 'provider' ? 'google' : encodeURIComponent('@svc/tool.http-webhook')
    return encodeURIComponent(given[place] ?? pathIdOf(route, place, own))
  })
}

/** A body that its reference shows. */
export const exampleBodyOf = ({ body, reads }: Route): unknown =>
  reads?.spools ? undefined : (body?.meta() as { examples?: unknown[] } | undefined)?.examples?.[0]
