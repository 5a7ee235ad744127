/**
 * The examples of the guides are `curl` commands that can be pasted from the Markdown. This module parses one back into
 * the request that it makes, from which `forms.ts` derives the same request for the SDK and the command line.
 */

export type ExampleRequest = {
  method: string
  /** The variable that holds the address: PARLEY or GATEWAY. */
  host: string
  /** Begins with the version. `$PERSON_ID`, here and in all values, is a variable of the shell. */
  path: string
  /** The query as written, without its question mark. */
  search: string
  /** By lower-case name, without the content type of JSON. */
  headers: Record<string, string>
  body?: unknown
  /** The body as written, with its quotes. */
  bodyArgument?: string
  /** The file that is the body. */
  file?: string
  /** Whether the response is a stream of events. */
  isStream: boolean
  /** The variable that stores a value of the response, and the jq filter that finds it. */
  saves?: { variable: string; filter: string; filterArgument: string }
}

/** A variable in a parsed value. */
export const variablePattern = /\$([A-Z][A-Z_]*)/g

/** Returns undefined for any command that is not one call of curl in the form of the guides. */
export function parseCurl(code: string): ExampleRequest | undefined {
  const [, variable, inner] = /^([A-Z_]+)=\$\(([\s\S]*)\)$/.exec(code.trim()) ?? []
  const words = splitWords(inner ?? code.trim()) ?? []
  const pipe = words.findIndex(({ argument }) => argument === '|')
  const [program, ...rest] = pipe < 0 ? words : words.slice(0, pipe)
  const filter = pipe < 0 ? undefined : parseFilter(words.slice(pipe + 1))
  if (program?.value !== 'curl' || (variable === undefined) !== (filter === undefined)) return undefined
  const request = parseArguments(rest)
  return request && variable && filter ? { ...request, saves: { variable, ...filter } } : request
}

/** A word of a command: as the program receives it, and as it is written. */
type Word = { value: string; argument: string }

/** Splits a command as a shell does. Undefined for syntax that the examples do not use. */
function splitWords(command: string): Word[] | undefined {
  const words: Word[] = []
  let isNew = true
  const piece = /\\\n\s*|[ \t]+|'([^']*)'|"([^"\\`]*)"|[^\s'"\\`;&<>()]+/y
  while (piece.lastIndex < command.length) {
    const [text, single, double] = piece.exec(command) ?? []
    if (text === undefined || (single?.search(variablePattern) ?? -1) >= 0) return undefined
    if (/^[\\ \t]/.test(text)) {
      isNew = true
      continue
    }
    if (isNew) words.push({ value: '', argument: '' })
    const word = words.at(-1) as Word
    word.value += single ?? double ?? text
    word.argument += text
    isNew = false
  }
  return words
}

function parseFilter(words: readonly Word[]): { filter: string; filterArgument: string } | undefined {
  const [program, raw, filter, ...rest] = words
  if (program?.value !== 'jq' || raw?.value !== '-r' || !filter || rest.length > 0) return undefined
  return { filter: filter.value, filterArgument: filter.argument }
}

type CurlArguments = { method?: string; url?: string; headers: [string, string][]; data?: Word; isStream: boolean }

function parseArguments(words: readonly Word[]): ExampleRequest | undefined {
  const given: CurlArguments = { headers: [], isStream: false }
  const rest = [...words]
  for (let word = rest.shift(); word; word = rest.shift()) {
    if (word.value === '-s') continue
    if (word.value === '-N') given.isStream = true
    else if (word.value === '-X') given.method = rest.shift()?.value
    else if (word.value === '-H') given.headers.push(parseHeader(rest.shift()?.value ?? ''))
    else if (word.value === '-d' || word.value === '--data-binary') given.data = rest.shift()
    else if (given.url === undefined && !word.value.startsWith('-')) given.url = word.value
    else return undefined
  }
  return buildRequest(given)
}

function parseHeader(line: string): [string, string] {
  const [name = '', ...value] = line.split(':')
  return [name.trim().toLowerCase(), value.join(':').trim()]
}

function buildRequest({ method, url = '', headers, data, isStream }: CurlArguments): ExampleRequest | undefined {
  const [, host, path, search = ''] = /^\$([A-Z_]+)(\/[^?]*)(?:\?(.*))?$/.exec(url) ?? []
  if (host === undefined || path === undefined) return undefined
  const { 'content-type': type, ...others } = Object.fromEntries(headers)
  const request: ExampleRequest = {
    method: method ?? (data ? 'POST' : 'GET'),
    host,
    path,
    search,
    headers: { ...others, ...(type !== undefined && type !== 'application/json' && { 'content-type': type }) },
    isStream,
  }
  if (data === undefined) return request
  if (data.value.startsWith('@')) return { ...request, file: data.value.slice(1) }
  const body = parseJson(data.value)
  return body && { ...request, body: body.value, bodyArgument: data.argument }
}

function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}
