/** What can be called, and with what: types over the `paths` that are made from an OpenAPI document. */

export type ClientMethod = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** What is sent as it is; its media type is its own or that of the header `content-type`. */
export type Plain = string | Blob | Uint8Array<ArrayBuffer> | FormData

/** What any call takes. */
export type CallOptions = {
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Of one try, and of a silence in a stream of events; that of the client unless given. */
  timeoutMs?: number
  /** Of a POST; one is drawn for each call unless given, so that a lost answer can be asked for again. */
  idempotencyKey?: string
}

/** A call of which nothing is known: what the types below come down to. */
export type AnyOptions = CallOptions & {
  path?: Record<string, string>
  query?: object
  body?: unknown
}

/** The templates of `Paths` that know the method, answered with JSON or with nothing. */
export type Template<Paths, M extends ClientMethod> = {
  [T in keyof Paths]: Paths[T] extends { [K in M]: infer Call extends object }
    ? [AnswerOf<Call>] extends [never]
      ? never
      : T
    : never
}[keyof Paths] &
  string

/** The templates that are answered by a list. */
export type ListTemplate<Paths> = {
  [T in keyof Paths]: Paths[T] extends { get: infer Call } ? ([ItemOf<Call>] extends [never] ? never : T) : never
}[keyof Paths] &
  string

/** The templates that are answered by server-sent events. */
export type EventsTemplate<Paths> = {
  [T in keyof Paths]: Paths[T] extends { get: { responses: { 200: { content: { 'text/event-stream': unknown } } } } }
    ? T
    : never
}[keyof Paths] &
  string

/** Everything below a prefix, named by the rest of its template. */
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

/** The argument after the template: it may be left out where nothing in it is required. */
export type CallArguments<Call, Bound extends string> =
  Partial<OptionsOf<Call, Bound>> extends OptionsOf<Call, Bound>
    ? [options?: OptionsOf<Call, Bound>]
    : [options: OptionsOf<Call, Bound>]

export type OptionsOf<Call, Bound extends string> = CallOptions &
  Given<'path', Omit<ParametersOf<Call, 'path'>, Bound>> &
  Given<'query', ParametersOf<Call, 'query'>> &
  Body<Call>

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

type BodyIn<Content> =
  | (Content extends { 'application/json': infer Json } ? Json : never)
  | (Exclude<keyof Content, 'application/json'> extends never ? never : Plain)
