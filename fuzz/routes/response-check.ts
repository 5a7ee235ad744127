import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { problems } from '../../server/src/platform/http/problem-codes.ts'
import type { FuzzSchema, Operation } from './openapi.ts'
import type { FuzzReply } from './send.ts'

/**
 * A wrong response; `kind` is equal for the same fault, so that shrinking can verify that a smaller request still
 * causes it.
 */
export type ResponseFault = { kind: string; message: string }

export type ResponseCheck = (operation: Operation, reply: FuzzReply | undefined) => ResponseFault | undefined

/** `names` are constraints and tables, which responses must not reveal. */
export function createResponseCheck(names: ReadonlySet<string>): ResponseCheck {
  const validateBody = createBodyValidator()
  return (operation, reply) => {
    if (!reply) return { kind: 'hang', message: 'there was no response in time' }
    return (
      findPrototypeFault() ??
      (reply.status < 400 ? findSuccessFault(operation, reply, validateBody) : findRefusalFault(operation, reply)) ??
      findLeak(reply, names)
    )
  }
}

const prototypePropertyCount = Object.getOwnPropertyNames(Object.prototype).length

function findPrototypeFault(): ResponseFault | undefined {
  const propertyNames = Object.getOwnPropertyNames(Object.prototype)
  if (propertyNames.length === prototypePropertyCount && !('polluted' in {})) return undefined
  return { kind: 'prototype', message: `Object.prototype has ${propertyNames.join(', ')}` }
}

function findSuccessFault(
  operation: Operation,
  { status, headers, text }: FuzzReply,
  validateBody: ValidateBody,
): ResponseFault | undefined {
  if (status === 304 || !operation.responses) return undefined
  const documented = operation.responses[status]
  if (!documented)
    return { kind: `undocumented ${status}`, message: 'this success response is not in the API reference' }
  const type = headers['content-type']?.split(';')[0] ?? ''
  const content = documented.content
  if (!content)
    return text === ''
      ? undefined
      : { kind: 'body', message: 'the response has a body, but the API reference describes none' }
  const described = content[type]
  if (!described) return { kind: `type ${type}`, message: 'the API reference does not list this media type' }
  if (type !== 'application/json' || !described.schema) return undefined
  const schemaError = validateBody(operation, described.schema, JSON.parse(text))
  return schemaError ? { kind: 'schema', message: schemaError } : undefined
}

function findRefusalFault({ responses }: Operation, { status, headers, text }: FuzzReply): ResponseFault | undefined {
  // An HTML page states in prose what a problem body states in JSON.
  if (headers['content-type']?.startsWith('text/html') && status < 500) return undefined
  if (!responses && status < 500 && !headers['content-type']?.startsWith('application/problem+json')) return undefined
  if (!headers['content-type']?.startsWith('application/problem+json')) {
    return {
      kind: `status ${status} without a problem body`,
      message: `the error has the content type ${headers['content-type']}`,
    }
  }
  const { code, ...body } = JSON.parse(text) as {
    code: string
    status: number
    title: string
    detail?: string
    requestId: string
  }
  if (code === 'internal') return { kind: 'internal', message: 'an internal error' }
  if (code === 'service.unavailable' && body.detail?.includes('database'))
    return { kind: 'unavailable', message: 'the response says that the database is not available' }
  if (!(code in problems)) return { kind: `code ${code}`, message: 'this code is not in the error catalog' }
  // A replay under an Idempotency-Key repeats the first response verbatim, including the first request id.
  const hasMatchingRequestId =
    headers['idempotency-replayed'] !== undefined || body.requestId === headers['x-request-id']
  if (body.status !== status || !body.title || !hasMatchingRequestId) {
    return { kind: 'problem body', message: 'status, title or requestId is missing or wrong' }
  }
  if (!responses) return undefined
  const codes = responses[status]?.description.split(', ') ?? []
  return codes.includes(code)
    ? undefined
    : { kind: `undocumented ${status} ${code}`, message: 'this error is not in the API reference' }
}

/** Text that reveals internals: stack traces, SQL statements, file names, errors. */
const internalsPattern = new RegExp(
  [
    ...[String.raw`\n\s+at \S+ \(`, String.raw`\w\.ts:\d+`, 'node_modules', 'server/src'],
    ...[String.raw`\b(?:select|insert into|update|delete from) [\w"]+ `, 'violates ', 'duplicate key'],
    ...['syntax error at or near', 'invalid input syntax', 'out of range for type', 'ZodError', 'Cannot read prop'],
    ...[String.raw`\b(?:Type|Range|Reference|Syntax)Error\b`, 'is not a function', 'is not iterable'],
    ...['Maximum call stack', 'ECONN', 'ENOENT'],
  ].join('|'),
)

/** No generated request contains such text, so not even a success that echoes its input may. */
function findLeak({ text }: FuzzReply, names: ReadonlySet<string>): ResponseFault | undefined {
  const [leakedText] = internalsPattern.exec(text) ?? [
    text.match(/\b[a-z]+(?:_[a-z0-9]+)+\b/g)?.find((name) => names.has(name)),
  ]
  return leakedText === undefined ? undefined : { kind: 'leak', message: `the response contains "${leakedText}"` }
}

type ValidateBody = (operation: Operation, schema: FuzzSchema, value: unknown) => string | undefined

/** Compiled once per schema; `$ref` points into the document. */
function createBodyValidator(): ValidateBody {
  const ajvByDocument = new Map<object, Ajv2020>()
  const validators = new Map<object, ValidateFunction>()
  const getAjv = ({ document }: Operation): Ajv2020 => {
    const ajv = ajvByDocument.get(document) ?? new Ajv2020({ strict: false, validateFormats: true })
    if (!ajvByDocument.has(document)) {
      addFormats.default(ajv)
      ajv.addSchema({ $id: 'parley:', components: document.components })
    }
    ajvByDocument.set(document, ajv)
    return ajv
  }
  return (operation, schema, value) => {
    const ajv = getAjv(operation)
    const validate = validators.get(schema) ?? ajv.compile(addSchemaBase(schema))
    validators.set(schema, validate)
    if (validate(value)) return undefined
    return ajv.errorsText(validate.errors).slice(0, 300)
  }
}

const addSchemaBase = (schema: FuzzSchema): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"parley:#/components'))
