import { type ExampleRequest, variablePattern } from './curl.ts'

/** Derives the forms of an example: the call of the SDK, and the command of `parley`. */

/** The methods of a client of the SDK, each as its method, words about it, and its path: `patch body /people/{personId}`. */
type OperationTree = { readonly [name: string]: string | OperationTree }
export type SdkOperations = Record<'parley' | 'org' | 'agent' | 'gateway', OperationTree>

/** The clients that the guide on conventions creates, from the most specific. */
const clients = [
  { host: 'PARLEY', client: 'agent', prefix: '/v1/orgs/demo/agents/harbour', token: '$KEY' },
  { host: 'PARLEY', client: 'org', prefix: '/v1/orgs/demo', token: '$KEY' },
  { host: 'PARLEY', client: 'parley', prefix: '/v1', token: '$KEY' },
  { host: 'GATEWAY', client: 'gateway', prefix: '/v4', token: '$TOKEN' },
] as const

type SdkMethod = { name: string; method: string; words: readonly string[]; template: string }
type SdkCall = SdkMethod & { client: string; values: string[] }

/** Returns undefined for a request that no method of the SDK makes with the clients of the guides. */
export function toTypeScript(request: ExampleRequest, operations: SdkOperations): string | undefined {
  const call = findCall(request, operations)
  return call && printStatement(request, call)
}

function findCall(request: ExampleRequest, operations: SdkOperations): SdkCall | undefined {
  for (const { host, client, prefix, token } of clients) {
    const rest = request.path.slice(prefix.length)
    const isHere = request.path.startsWith(prefix) && /^(\/|$)/.test(rest)
    if (request.host !== host || !isHere || !carries(request, token)) continue
    const [best] = listMethods(operations[client])
      .filter((one) => one.method === request.method.toLowerCase())
      .flatMap((one) => matchTemplate(one, rest))
      .sort((one, other) => one.values.length - other.values.length)
    if (best) return { ...best, client }
  }
  return undefined
}

/** Public routes need no token. */
const carries = ({ headers: { authorization } }: ExampleRequest, token: string): boolean =>
  authorization === undefined || authorization === `Bearer ${token}`

function listMethods(tree: OperationTree, prefix = ''): SdkMethod[] {
  return Object.entries(tree).flatMap(([name, entry]) => {
    if (typeof entry !== 'string') return listMethods(entry, `${prefix}${name}.`)
    const [method = '', ...words] = entry.split(' ')
    const template = words.pop() ?? ''
    return [{ name: prefix + name, method, words, template }]
  })
}

function matchTemplate(method: SdkMethod, path: string): (SdkMethod & { values: string[] })[] {
  const [expected, given] = [method.template.split('/'), path.split('/')]
  const isValue = (segment: string) => /^\{\w+\}$/.test(segment)
  const isMatch = expected.length === given.length && expected.every((one, at) => isValue(one) || one === given[at])
  const values = given.filter((_, at) => isValue(expected[at] ?? '')).map(decodeURIComponent)
  return isMatch ? [{ ...method, values }] : []
}

/** The widest line of a code block on a page. */
const maxWidth = 80

function printStatement(request: ExampleRequest, call: SdkCall): string | undefined {
  const { saves, isStream, method } = request
  const print = (before: string, after: string) =>
    before + printCall(request, call, before.length + after.length) + after
  const imports = request.file === undefined ? '' : "import { readFile } from 'node:fs/promises'\n\n"
  if (saves) {
    const [before, after] = printAssignment(saves.variable, saves.filter) ?? []
    return before === undefined || after === undefined ? undefined : imports + print(before, after)
  }
  if (isStream) return print('for await (const { event, data } of ', ') console.log(event, data)')
  if (call.words.includes('response'))
    return `${imports}${print('const response = await ', '')}\nconsole.log(await response.text())`
  return imports + (method === 'GET' ? print('console.log(await ', ')') : print('await ', ''))
}

/** What is before and after the call, for the filters that the guides use. */
function printAssignment(variable: string, filter: string): [before: string, after: string] | undefined {
  const name = toCamelCase(variable)
  const [, field] = /^\.(\w+)$/.exec(filter) ?? []
  if (field) return [`const { ${field === name ? name : `${field}: ${name}`} } = await `, '']
  const [, firstField] = /^\.data\[0\]\.(\w+)$/.exec(filter) ?? []
  if (firstField) return [`const ${name} = (await `, `).data[0]?.${firstField} ?? ''`]
  const [, key, value, foundField] = /^\.data\[\] \| select\(\.(\w+) == "(\w+)"\)\.(\w+)$/.exec(filter) ?? []
  if (!key || !value) return undefined
  return [`const ${name} = (await `, `).data.find(({ ${key} }) => ${key} === '${value}')?.${foundField} ?? ''`]
}

function printCall(request: ExampleRequest, { client, name, words, values }: SdkCall, used: number): string {
  const { 'x-svc-draft': draft } = request.headers
  const receiver = draft === undefined ? client : `${client}.draft(${printText(draft)})`
  const options = buildOptions(request)
  const file = request.file === undefined ? undefined : `await readFile(${printText(request.file)})`
  const body = words.includes('body') ? (file ?? printObject(request.body ?? {})) : undefined
  const parts = [...values.map(printText), body, Object.keys(options).length > 0 ? printObject(options) : undefined]
  const head = `${receiver}.${name}(`
  const given = parts.filter((part) => part !== undefined)
  const inline = given.map((part) => (typeof part === 'string' ? part : part.inline))
  if (used + head.length + inline.join(', ').length + 1 <= maxWidth) return `${head}${inline.join(', ')})`
  return `${head}${given.map((part) => (typeof part === 'string' ? part : part.broken)).join(', ')})`
}

function buildOptions({ search, headers }: ExampleRequest): Record<string, unknown> {
  const { authorization: _, 'x-svc-draft': __, 'idempotency-key': idempotencyKey, ...others } = headers
  const query = Object.fromEntries([...new URLSearchParams(search)].map(([name, value]) => [name, toQueryValue(value)]))
  return {
    ...(search !== '' && { query }),
    ...(Object.keys(others).length > 0 && { headers: others }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  }
}

/** In the types of the SDK, whole numbers of a query are numbers, and its flags are the texts `true` and `false`. */
const toQueryValue = (value: string): unknown => (/^\d+$/.test(value) ? Number(value) : value)

/** JSON as TypeScript, on one line, and with its outermost level broken into lines. */
const printObject = (value: unknown): { inline: string; broken: string } => ({
  inline: printValue(value, '', Number.POSITIVE_INFINITY),
  broken: printValue(value, '', 0),
})

function printValue(value: unknown, indent: string, room: number): string {
  if (typeof value === 'string') return printText(value)
  if (typeof value !== 'object' || value === null) return String(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }']
  const inner = `${indent}  `
  const printEntries = (width: number): string[] =>
    Array.isArray(value)
      ? value.map((one) => printValue(one, inner, width - inner.length - 1))
      : Object.entries(value).map(([key, one]) => {
          const name = /^[A-Za-z_]\w*$/.test(key) ? key : printText(key)
          const printed = printValue(one, inner, width - inner.length - name.length - 3)
          return printed === name ? name : `${name}: ${printed}`
        })
  const entries = printEntries(Number.POSITIVE_INFINITY)
  if (entries.length === 0) return open.trim() + close.trim()
  const inline = open + entries.join(', ') + close
  if (inline.length <= room) return inline
  return `${open.trim()}\n${printEntries(maxWidth)
    .map((one) => `${inner}${one},\n`)
    .join('')}${indent}${close.trim()}`
}

/** A text as a literal; the variables of the shell are those of the program. */
function printText(text: string): string {
  const [, variable] = /^\$([A-Z][A-Z_]*)$/.exec(text) ?? []
  if (variable) return toCamelCase(variable)
  if (text.search(variablePattern) >= 0) {
    const escaped = text.replace(/[\\`]/g, '\\$&')
    return `\`${escaped.replace(variablePattern, (_, name: string) => `\${${toCamelCase(name)}}`)}\``
  }
  const quoted = JSON.stringify(text)
  return text.includes("'") ? quoted : `'${quoted.slice(1, -1).replaceAll('\\"', '"')}'`
}

const toCamelCase = (variable: string): string =>
  variable.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Returns undefined for a request that `parley` cannot make: to the gateway, with other headers, with a table as body. */
export function toCommandLine(request: ExampleRequest): string | undefined {
  const { host, method, path, search, saves } = request
  const { authorization: _, 'x-svc-draft': draft, 'content-type': type, ...others } = request.headers
  if (host !== 'PARLEY' || !carries(request, '$KEY') || Object.keys(others).length > 0) return undefined
  if (type !== undefined && type !== 'application/yaml') return undefined
  const template = path
    .replace(/^\/v1/, '')
    .replace(/^\/orgs\/demo(?=\/|$)/, '/orgs/{org}')
    .replace(/^(\/orgs\/\{org\}\/agents)\/harbour(?=\/|$)/, '$1/{agent}')
  const route = template + (search === '' ? '' : `?${search}`)
  const quote = route.includes('$') ? '"' : "'"
  const options = [
    ...(request.bodyArgument === undefined ? [] : [`--data ${request.bodyArgument}`]),
    ...(request.file === undefined ? [] : [`--file ${request.file}`]),
    ...(draft === undefined ? [] : [`--draft "${draft}"`]),
  ]
  const words = [`parley ${method.toLowerCase()} ${quote}${route}${quote}`, ...options]
  const inline = words.join(' ')
  const command = inline.length <= maxWidth && !inline.includes('\n') ? inline : words.join(' \\\n  ')
  return saves ? `${saves.variable}=$(${command} | jq -r ${saves.filterArgument})` : command
}
