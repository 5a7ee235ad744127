import type { ServerSentEvent } from './server-events.ts'

/** Types of the available calls and their arguments, derived from the `paths` generated from an OpenAPI document. */

export type ClientMethod = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** A body sent as is; its media type is its own or that of the `content-type` header. */
export type NonJsonBody = string | Blob | Uint8Array<ArrayBuffer> | FormData

export type CallOptions = {
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Timeout of one attempt, and of silence in an event stream. Default: that of the client. */
  timeoutMs?: number
  /** For a POST. Default: generated for each call, so that a retry after a lost response is safe. */
  idempotencyKey?: string
  /** For an event stream: called with the id of a block without data, which is the position to resume from. */
  onEventId?: (id: string) => void
}

/** An untyped call: the types below reduce to it. */
export type AnyOptions = CallOptions & {
  path?: Record<string, string>
  query?: object
  body?: unknown
}

/** The templates of `Paths` that support the method and respond with JSON or nothing. */
export type Template<Paths, M extends ClientMethod> = {
  [T in keyof Paths]: Paths[T] extends { [K in M]: infer Call extends object }
    ? [AnswerOf<Call>] extends [never]
      ? never
      : T
    : never
}[keyof Paths] &
  string

/** The templates that respond with a list. */
export type ListTemplate<Paths> = {
  [T in keyof Paths]: Paths[T] extends { get: infer Call } ? ([ItemOf<Call>] extends [never] ? never : T) : never
}[keyof Paths] &
  string

/** The templates that respond with server-sent events. */
export type EventsTemplate<Paths> = {
  [T in keyof Paths]: Paths[T] extends { get: { responses: { 200: { content: { 'text/event-stream': unknown } } } } }
    ? T
    : never
}[keyof Paths] &
  string

/** All paths below a prefix, keyed by the rest of their template. */
export type PathsUnder<Paths, Prefix extends string> = {
  [T in keyof Paths as T extends `${Prefix}${infer Rest extends '' | `/${string}`}` ? Rest : never]: Paths[T]
}

export type CallOf<Paths, T extends keyof Paths, M extends ClientMethod> = Paths[T] extends { [K in M]: infer Call }
  ? Call
  : never

type Successes<Call> = Call extends { responses: infer R } ? R[keyof R] : never

export type AnswerOf<Call> = AnswerIn<Successes<Call>>
type AnswerIn<Success> = Success extends { content: infer C }
  ? C extends { 'application/json': infer Json }
    ? Json
    : never
  : undefined

export type ItemOf<Call> = AnswerOf<Call> extends { data: (infer Item)[] } ? Item : never

/** The argument after the template; optional if nothing in it is required. */
export type CallArguments<Call, Bound extends string> =
  Partial<OptionsOf<Call, Bound>> extends OptionsOf<Call, Bound>
    ? [options?: OptionsOf<Call, Bound>]
    : [options: OptionsOf<Call, Bound>]

export type OptionsOf<Call, Bound extends string> = CallOptions &
  Given<'path', Omit<ParametersOf<Call, 'path'>, Bound>> &
  Given<'query', QueryOf<Call>> &
  Body<Call>

type QueryOf<Call> = ParametersOf<Call, 'query'> & CustomFieldFilters<ParametersOf<Call, 'query'>>
/** Lists of people are filtered by any custom field, which an OpenAPI document cannot express. */
type CustomFieldFilters<Query> = 'lastSeenAfter' extends keyof Query
  ? { [field: `customFields.${string}`]: string | undefined }
  : object

type ParametersOf<Call, Place extends 'path' | 'query'> = Call extends { parameters: infer P }
  ? Place extends keyof P
    ? Present<P[Place]>
    : object
  : object
type Present<Value> = [NonNullable<Value>] extends [never] ? object : NonNullable<Value>

type Given<Name extends string, Value> = [keyof Value] extends [never]
  ? { [K in Name]?: undefined }
  : Partial<Value> extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value }

type Body<Call> = Call extends { requestBody: { content: infer Content } }
  ? { body: BodyIn<Content> }
  : { body?: undefined }

/**
 * A method by noun and verb, as in `agent.people.identities.update(personId, asid, body, options)`: the values of the
 * path in their order, the body if the call has one, and the options, which are optional if nothing in them is required.
 */
export type Method<Path extends string[], Call> = (
  ...values: [...Path, ...MethodArguments<Call>]
) => Promise<AnswerOf<Call>>

/** Returns the first page; as an iterable, every item of all pages. */
export type ListMethod<Path extends string[], Call> = (
  ...values: [...Path, ...MethodArguments<Call>]
) => Promise<AnswerOf<Call>> & AsyncIterable<ItemOf<Call>>

/** Yields server-sent events. */
export type EventsMethod<Path extends string[], Call> = (
  ...values: [...Path, ...MethodArguments<Call>]
) => AsyncGenerator<ServerSentEvent, void>

/** Returns the response itself, because its body is not JSON. */
export type ResponseMethod<Path extends string[], Call> = (
  ...values: [...Path, ...MethodArguments<Call>]
) => Promise<Response>

type MethodArguments<Call> = Call extends { requestBody: { content: infer Content } }
  ? [body: BodyIn<Content>, ...OptionsArgument<MethodOptions<Call>>]
  : OptionsArgument<MethodOptions<Call>>
type OptionsArgument<Options> = Partial<Options> extends Options ? [options?: Options] : [options: Options]
type MethodOptions<Call> = CallOptions & Given<'query', QueryOf<Call>>

type BodyIn<Content> =
  | (Content extends { 'application/json': infer Json } ? Json : never)
  | (Exclude<keyof Content, 'application/json'> extends never ? never : NonJsonBody)
