import type { Random } from '../random.ts'
import { type CallerName, callerNames, listAllowedCallers } from './callers.ts'
import { formBoundary, generateCsv, generateForm, generateYaml } from './file-bodies.ts'
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
  const isValid = random.nextBoolean(validShare)
  const valueContext = { random, document: operation.document, pool, edgeProbability: isValid ? 0 : 0.05 }
  const request: FuzzRequest = {
    route: operationNameOf(operation),
    caller: random.pick(listAllowedCallers(operation)),
    params: generateParams(operation, pool, random),
    query: generateQuery(operation, valueContext),
    ...generateBody(operation, valueContext),
  }
  Object.assign(request.headers, operation.headers)
  if (isValid) return request
  for (let remaining = 1 + random.nextInt(2); remaining > 0; remaining--) corruptRequest(request, operation, random)
  return request
}

function generateParams(operation: Operation, pool: IdPool, random: Random): FuzzRequest['params'] {
  const pathParameters = operation.parameters.filter((parameter) => parameter.in === 'path')
  return Object.fromEntries(pathParameters.map(({ name }) => [name, generateParam(operation, name, { pool, random })]))
}

function generateParam(operation: Operation, name: string, { pool, random }: { pool: IdPool; random: Random }): string {
  const poolName = choosePoolName(operation, name)
  return poolName in pool ? createReference(poolName, random.nextInt(16)) : 'nothing'
}

/** Requests that would destroy what all other requests need are redirected to spare entities. */
const destructiveRoute =
  /^(DELETE \/orgs\/\{org\}\/agents\/\{agent\}|POST .*\/gateway\/_rotate\w+|DELETE \/system\/orgs\/\{org\})$/

function choosePoolName({ method, path }: Operation, name: string): string {
  const isDestructive = destructiveRoute.test(`${method} ${path}`)
  if (isDestructive && name === (path.startsWith('/system') ? 'org' : 'agent'))
    return name === 'org' ? 'spareOrg' : 'spareAgent'
  if (name === 'id') return path.startsWith('/catalogs') ? 'catalogId' : 'integrationId'
  if (name === 'linkId') return path.includes('emulator') ? 'emulatorLinkId' : 'outreachLinkId'
  if (name === 'userId') return path.includes('/desk/') ? 'userId' : 'memberId'
  return name === 'run' || name === 'result' ? `${name}Id` : name
}

function generateQuery({ parameters }: Operation, context: ValueContext): FuzzRequest['query'] {
  const { random } = context
  return parameters
    .filter((parameter) => parameter.in === 'query' && (parameter.required || random.nextBoolean(0.3)))
    .map(({ name, schema }) => [name, toText(generateValue(schema, context, name))])
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

function generateBody(
  { bodies }: Operation,
  context: ValueContext,
): { body?: FuzzBody; headers: Record<string, string> } {
  const { random } = context
  const types = Object.keys(bodies)
  if (types.length === 0) return { headers: {} }
  const type = random.pick(types)
  if (type === 'text/csv') return { headers: { 'content-type': type }, body: { text: generateCsv(random) } }
  if (type === 'multipart/form-data') {
    const headers = { 'content-type': `${type}; boundary=${formBoundary}` }
    return { headers, body: { text: generateForm(random), bytes: 'latin1' } }
  }
  const json = generateValue(bodies[type] ?? {}, context)
  if (type.endsWith('urlencoded'))
    return {
      headers: { 'content-type': type },
      body: { text: String(new URLSearchParams(json as Record<string, string>)) },
    }
  if (type.includes('yaml')) return { headers: { 'content-type': type }, body: { text: generateYaml(json, random) } }
  return { headers: { 'content-type': type === '*/*' ? random.pick(unusualContentTypes) : type }, body: { json } }
}

type Corruption = (request: FuzzRequest, random: Random) => void

function corruptRequest(request: FuzzRequest, operation: Operation, random: Random): void {
  const { body } = request
  const corruptions: Corruption[] = [corruptHeaders, corruptCaller, corruptQuery]
  if (Object.keys(request.params).length > 0) corruptions.push(corruptParams)
  if (body && 'json' in body)
    corruptions.push(corruptJson, corruptJson, corruptJson, corruptJson, corruptBytes, corruptContentType)
  if (body && 'text' in body) corruptions.push(corruptContentType)
  if (!body && operation.method !== 'GET') corruptions.push(addBody)
  random.pick(corruptions)(request, random)
}

const corruptJson: Corruption = (request, random) => {
  if (request.body && 'json' in request.body) request.body = { json: mutateValue(request.body.json, random) }
}

const corruptBytes: Corruption = (request, random) => {
  if (request.body && 'json' in request.body)
    request.body = { text: corruptBody(JSON.stringify(request.body.json) ?? '', random) }
}

const corruptContentType: Corruption = ({ headers }, random) => {
  headers['content-type'] = random.pick(unusualContentTypes)
}

const addBody: Corruption = (request, random) => {
  request.headers['content-type'] = 'application/json'
  request.body = { json: random.pick<unknown>([{}, [], null, 'x', { extra: true }]) }
}

const corruptHeaders: Corruption = ({ headers }, random) => {
  const [name, value] = random.pick(unusualHeaders)
  headers[name] = value
}

const corruptCaller: Corruption = (request, random) => {
  const isSpareAgent = request.caller === 'spareAgent'
  request.caller = random.pick(isSpareAgent ? callerNames.filter((name) => name !== 'agent') : callerNames)
}

const corruptParams: Corruption = ({ params }, random) => {
  const name = random.pick(Object.keys(params))
  const original = params[name] ?? ''
  params[name] =
    random.nextBoolean(0.4) && original.startsWith('$') ? original.replace('$', '$other.') : random.pick(hostileTexts)
}

const corruptQuery: Corruption = ({ query }, random) => {
  const knownNames = query.map(([name]) => name)
  const name = random.pick([...knownNames, ...knownNames, 'limit', 'pageToken', 'extra', ...hostileTexts])
  const repeats = random.pick([1, 1, 1, 2, 300])
  const value = random.nextBoolean(0.2) ? random.pick(pageTokens) : random.pick(hostileTexts)
  for (let remaining = repeats; remaining > 0; remaining--) query.push([name, value])
}

const encodeToken = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Similar to real page tokens. */
const pageTokens = [
  encodeToken(['2030-01-31T09:00:00.000Z', 'x']),
  encodeToken(['2030-01-31T09:00:00.000Z', '\u0000']),
  encodeToken(['2030-01-31T09:00:00.000Z', 99]),
  encodeToken(['9999-12-31T23:59:59.999999Z', '']),
  encodeToken(['0000-01-01T00:00:00.000Z', 'x'.repeat(9_999)]),
  encodeToken([1, 2, 3]),
  encodeToken({ at: 1 }),
  encodeToken(null),
  'e30',
  '====',
]
