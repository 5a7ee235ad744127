import type { Random } from '../random.ts'
import { allowedCallers, type CallerName, callerNames } from './callers.ts'
import { csvText, formBoundary, formText, yamlText } from './file-bodies.ts'
import { hostileTexts } from './hostile.ts'
import { createReference, type IdPool } from './id-references.ts'
import { mutateValue } from './mutate-value.ts'
import { type Operation, operationNameOf } from './openapi.ts'
import { corruptBody, unusualContentTypes, unusualHeaders } from './raw-http.ts'
import { generateValue, type ValueContext } from './values.ts'

/** A storable request: plain data with references instead of ids. */
export type FuzzRequest = {
  /** The route, such as `POST /v1/orgs/{org}/agents`. */
  route: string
  caller: CallerName
  params: Record<string, string>
  query: [name: string, value: string][]
  headers: Record<string, string>
  body?: FuzzBody
}
export type FuzzBody = { json: unknown } | { text: string; bytes?: 'latin1' }

const validShare = 0.2

/** Generates a request for the operation: one in five is valid, the others are wrong in some way. */
export function generateRequest(operation: Operation, pool: IdPool, random: Random): FuzzRequest {
  const isValid = random.chance(validShare)
  const making = { random, document: operation.document, pool, edges: isValid ? 0 : 0.05 }
  const request: FuzzRequest = {
    route: operationNameOf(operation),
    caller: random.pick(allowedCallers(operation)),
    params: paramsOf(operation, pool, random),
    query: queryOf(operation, making),
    ...bodyOf(operation, making),
  }
  Object.assign(request.headers, operation.headers)
  if (isValid) return request
  for (let left = 1 + random.below(2); left > 0; left--) spoil(request, operation, random)
  return request
}

function paramsOf(operation: Operation, pool: IdPool, random: Random): FuzzRequest['params'] {
  const named = operation.parameters.filter((parameter) => parameter.in === 'path')
  return Object.fromEntries(named.map(({ name }) => [name, paramOf(operation, name, { pool, random })]))
}

function paramOf(operation: Operation, name: string, { pool, random }: { pool: IdPool; random: Random }): string {
  const from = poolOf(operation, name)
  return from in pool ? createReference(from, random.below(16)) : 'nothing'
}

/** Requests that would destroy what all other requests need are redirected to spare entities. */
const ending =
  /^(DELETE \/orgs\/\{org\}\/agents\/\{agent\}|POST .*\/gateway\/_rotate\w+|DELETE \/system\/orgs\/\{org\})$/

function poolOf({ method, path }: Operation, name: string): string {
  const isEnding = ending.test(`${method} ${path}`)
  if (isEnding && name === (path.startsWith('/system') ? 'org' : 'agent'))
    return name === 'org' ? 'spareOrg' : 'spareAgent'
  if (name === 'id') return path.startsWith('/catalogs') ? 'catalogId' : 'integrationId'
  if (name === 'linkId') return path.includes('emulator') ? 'emulatorLinkId' : 'outreachLinkId'
  if (name === 'userId') return 'memberId'
  return name === 'run' || name === 'result' ? `${name}Id` : name
}

function queryOf({ parameters }: Operation, context: ValueContext): FuzzRequest['query'] {
  const { random } = context
  return parameters
    .filter((parameter) => parameter.in === 'query' && (parameter.required || random.chance(0.3)))
    .map(({ name, schema }) => [name, asText(generateValue(schema, context, name))])
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

function bodyOf({ bodies }: Operation, context: ValueContext): { body?: FuzzBody; headers: Record<string, string> } {
  const { random } = context
  const types = Object.keys(bodies)
  if (types.length === 0) return { headers: {} }
  const type = random.pick(types)
  if (type === 'text/csv') return { headers: { 'content-type': type }, body: { text: csvText(random) } }
  if (type === 'multipart/form-data') {
    const headers = { 'content-type': `${type}; boundary=${formBoundary}` }
    return { headers, body: { text: formText(random), bytes: 'latin1' } }
  }
  const json = generateValue(bodies[type] ?? {}, context)
  if (type.endsWith('urlencoded'))
    return {
      headers: { 'content-type': type },
      body: { text: String(new URLSearchParams(json as Record<string, string>)) },
    }
  if (type.includes('yaml')) return { headers: { 'content-type': type }, body: { text: yamlText(json, random) } }
  return { headers: { 'content-type': type === '*/*' ? random.pick(unusualContentTypes) : type }, body: { json } }
}

type Spoil = (request: FuzzRequest, random: Random) => void

function spoil(request: FuzzRequest, operation: Operation, random: Random): void {
  const { body } = request
  const ways: Spoil[] = [spoilHeaders, spoilCaller, spoilQuery]
  if (Object.keys(request.params).length > 0) ways.push(spoilParams)
  if (body && 'json' in body) ways.push(spoilJson, spoilJson, spoilJson, spoilJson, spoilBytes, spoilType)
  if (body && 'text' in body) ways.push(spoilType)
  if (!body && operation.method !== 'GET') ways.push(addBody)
  random.pick(ways)(request, random)
}

const spoilJson: Spoil = (request, random) => {
  if (request.body && 'json' in request.body) request.body = { json: mutateValue(request.body.json, random) }
}

const spoilBytes: Spoil = (request, random) => {
  if (request.body && 'json' in request.body)
    request.body = { text: corruptBody(JSON.stringify(request.body.json) ?? '', random) }
}

const spoilType: Spoil = ({ headers }, random) => {
  headers['content-type'] = random.pick(unusualContentTypes)
}

const addBody: Spoil = (request, random) => {
  request.headers['content-type'] = 'application/json'
  request.body = { json: random.pick<unknown>([{}, [], null, 'x', { extra: true }]) }
}

const spoilHeaders: Spoil = ({ headers }, random) => {
  const [name, value] = random.pick(unusualHeaders)
  headers[name] = value
}

const spoilCaller: Spoil = (request, random) => {
  const isSpared = request.caller === 'spareAgent'
  request.caller = random.pick(isSpared ? callerNames.filter((name) => name !== 'agent') : callerNames)
}

const spoilParams: Spoil = ({ params }, random) => {
  const name = random.pick(Object.keys(params))
  const was = params[name] ?? ''
  params[name] = random.chance(0.4) && was.startsWith('$') ? was.replace('$', '$other.') : random.pick(hostileTexts)
}

const spoilQuery: Spoil = ({ query }, random) => {
  const known = query.map(([name]) => name)
  const name = random.pick([...known, ...known, 'limit', 'pageToken', 'extra', ...hostileTexts])
  const times = random.pick([1, 1, 1, 2, 300])
  const value = random.chance(0.2) ? random.pick(pageTokens) : random.pick(hostileTexts)
  for (let left = times; left > 0; left--) query.push([name, value])
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Similar to real page tokens. */
const pageTokens = [
  encoded(['2030-01-31T09:00:00.000Z', 'x']),
  encoded(['2030-01-31T09:00:00.000Z', '\u0000']),
  encoded(['2030-01-31T09:00:00.000Z', 99]),
  encoded(['9999-12-31T23:59:59.999999Z', '']),
  encoded(['0000-01-01T00:00:00.000Z', 'x'.repeat(9_999)]),
  encoded([1, 2, 3]),
  encoded({ at: 1 }),
  encoded(null),
  'e30',
  '====',
]
