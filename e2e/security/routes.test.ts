import assert from 'node:assert/strict'
import { subscribe } from 'node:diagnostics_channel'
import { readFileSync, writeFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { createGateway } from '../../server/src/app.ts'
import type { AccessRule } from '../../server/src/platform/http/access.ts'
import { createTestApp, type TestApp } from '../../server/src/testing/app.ts'
import { createGatewayClients } from '../../server/src/testing/gateway-clients.ts'

/**
 * The access rule of every route in a readable file: a changed rule and a new route show up as a line of a diff.
 * `access-matrix.test.ts` and `gateway-access.test.ts` check the server against it.
 */

const file = new URL('routes.txt', import.meta.url)
type App = TestApp['app']

/** The routes that each server registers: Fastify's printed tree omits the prefix of a wildcard. */
const routesByApp = new Map<App, string[]>()
subscribe('fastify.initialization', (message) => {
  const { fastify: app } = message as { fastify: App }
  const names: string[] = []
  routesByApp.set(app, names)
  app.addHook('onRoute', ({ method, path }) => {
    names.push(...[method].flat().flatMap((name) => (name === 'HEAD' ? [] : [`${name} ${path}`])))
  })
})

const server = await createTestApp({ config: { lab: true } })
const gateway = createGateway(server.services)
after(() => gateway.close())
await Promise.all([server.app.ready(), gateway.ready()])

function describeAccess({ access, agent }: { access: AccessRule; agent: boolean }): string {
  if (access.kind !== 'org') return { ...accessWords, catalog: 'any token that reads catalogs' }[access.kind]
  const scope = access.scope === undefined ? 'any scope' : [access.scope].flat().join(' or ')
  const others = [
    access.grant ? ', or an emulator grant of the agent' : '',
    access.frontDesk ? `, or the front desk with ${access.frontDesk}` : '',
    access.limited && !agent ? ', also for members of some agents' : '',
  ]
  return `${access.role}, ${scope}${others.join('')}`
}

const accessWords = {
  public: 'everybody',
  token: 'any token',
  emulator: 'an emulator grant',
  system: 'a system operator',
  agent: 'the access token of the agent',
}

const line = (name: string, access: string) => `${name.padEnd(100)} ${access}`

/** Static files of pages, which grant no access. */
const isFile = (name: string) => /\.(js|css)$|^GET \/assets\//.test(name)

function listUnregisteredRoutes(app: App, prefixes: string[]): string[] {
  const isApi = (name: string) => prefixes.some((prefix) => name.includes(` ${prefix}/`))
  return (routesByApp.get(app) ?? []).filter((name) => !isApi(name) && !isFile(name)).toSorted()
}

function table(): string {
  const management = server.routes.map((route) => line(`${route.method} /v1${route.path}`, describeAccess(route)))
  const messages = createGatewayClients(server).routes.map(({ prefix, route }) =>
    line(`${route.method} ${prefix}${route.path}`, describeAccess(route)),
  )
  return [
    ...['# The management API', ...management.toSorted(), ''],
    ...['# The messaging gateway', ...messages.toSorted(), ''],
    ...['# Beside the management API, each with a door of its own', ...listUnregisteredRoutes(server.app, ['/v1']), ''],
    ...['# Beside the messaging gateway', ...listUnregisteredRoutes(gateway, ['/v4', '/lab/v1']), ''],
  ].join('\n')
}

test('every route has its line in routes.txt, with its allowed callers', () => {
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, table())
  const [now, stored] = [table().split('\n'), readFileSync(file, 'utf8').split('\n')]
  const difference = {
    new: now.filter((name) => !stored.includes(name)),
    removed: stored.filter((name) => !now.includes(name)),
  }
  assert.deepEqual(difference, { new: [], removed: [] }, 'UPDATE_GOLDEN=1 rewrites the file: review the diff first')
  assert.deepEqual(now, stored, 'the lines are in another order')
})
