import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type ExampleRequest, parseCurl } from '../platform/pages/guides/curl.ts'
import { abridgeTo } from './abridge.ts'
import type { ReplyBody, TestReply } from './client.ts'
import { maskSecrets } from './mask-secrets.ts'

/** A guide of `docs/`, for the test that checks it against the code. */
export type Guide = {
  text: string
  /** Its code blocks in these languages, or in all, in order. */
  blocks(...languages: string[]): CodeBlock[]
  /** The text under a heading, up to the next one. */
  section(title: string): string
}
export type CodeBlock = {
  language: string
  /** The rest of the line after the language. */
  info: string
  text: string
}

export function openGuide(name: string): Guide {
  const text = readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8')
  return {
    text,
    blocks: (...languages) =>
      parseBlocks(text).filter(({ language }) => languages.length === 0 || languages.includes(language)),
    section(title) {
      const lines = text.split('\n')
      const from = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === title)
      assert.ok(from >= 0, `${name}.md has no section ${title}`)
      const rest = lines.slice(from + 1)
      const to = rest.findIndex((line) => /^#+ /.test(line))
      return rest.slice(0, to < 0 ? undefined : to).join('\n')
    },
  }
}

function parseBlocks(text: string): CodeBlock[] {
  return [...text.matchAll(/^```(\w*)(.*)\n([\s\S]*?)^```$/gm)].map(([, language = '', info = '', code = '']) => ({
    language,
    info: info.trim(),
    text: code,
  }))
}

/** The first cells of a section's tables, without backticks. */
export function firstCellsOf(section: string): string[] {
  return codeRowsOf(section).map(([first = '']) => first.replaceAll('`', ''))
}

/** The rows of a section's tables whose first cell is code. */
export function codeRowsOf(section: string): string[][] {
  return [...section.matchAll(/^\| (`.*) \|$/gm)].map(([, row = '']) => row.split(' | ').map((cell) => cell.trim()))
}

/** The request of a `curl` command. The number after `sh` is the status of its response, if it is not any success. */
export type GuideRequest = {
  method: string
  /** A letter stands for what comes first: A the agent, O the org, G the gateway, L the lab, W a web chat. */
  path: string
  /** Without the key or token that every example has, and without the content type of JSON. */
  headers: Record<string, string>
  body?: unknown
  file?: string
  isStream: boolean
  status?: number
  saves?: ExampleRequest['saves']
}

const prefixes = [
  ['A', '$PARLEY/v1/orgs/demo/agents/harbour'],
  ['O', '$PARLEY/v1/orgs/demo'],
  ['', '$PARLEY/v1'],
  ['G', '$GATEWAY/v4'],
  ['L', '$GATEWAY/lab/v1'],
  ['W', '$GATEWAY/webchat/$BINDING_ID'],
] as const

/** Returns undefined for a command that is not a request. Replaces `$PERSON_ID` and the like by ids from before. */
export function parseGuideRequest(
  { text, info }: CodeBlock,
  ids: Record<string, string> = {},
): GuideRequest | undefined {
  const example = parseCurl(text)
  if (!example) return undefined
  const { method, host, search, body, file, isStream, saves } = example
  const fill = (value: string) =>
    value.replace(/\$([A-Z_]+)/g, (_, name: string) => ids[toCamelCase(name)] ?? assert.fail(`there is no ${name} yet`))
  const url = `$${host}${example.path}`
  const [letter, prefix] =
    prefixes.find(([, one]) => url === one || url.startsWith(`${one}/`)) ?? assert.fail(`${url} is at no known address`)
  const { authorization = '', ...others } = example.headers
  const isUsual = /^(?:Bearer \$(?:KEY|TOKEN|SYSTEM_KEY))?$/.test(authorization)
  const headers = Object.entries({ ...others, ...(!isUsual && { authorization }) })
  return {
    method,
    path: letter + fill(url.slice(prefix.length)) + (search && `?${fill(search)}`),
    headers: Object.fromEntries(headers.map(([name, value]) => [name, fill(value)])),
    ...(body !== undefined && { body: JSON.parse(fill(JSON.stringify(body))) }),
    ...(file !== undefined && { file }),
    isStream,
    ...(info !== '' && { status: Number(info) }),
    ...(saves && { saves }),
  }
}

const toCamelCase = (name: string): string => name.toLowerCase().replace(/_(\w)/g, (_, letter) => letter.toUpperCase())

/** Finds what a jq filter of the guides finds. */
function applyFilter(body: ReplyBody, filter: string): string {
  const [, key, value, foundField] = /^\.data\[\] \| select\(\.(\w+) == "(\w+)"\)\.(\w+)$/.exec(filter) ?? []
  const [, firstField] = /^\.data\[0\]\.(\w+)$/.exec(filter) ?? []
  const item = foundField ? body.data.find((one: ReplyBody) => one[key as string] === value) : body.data?.[0]
  const found = foundField || firstField ? item?.[foundField ?? (firstField as string)] : body[filter.slice(1)]
  assert.equal(typeof found, 'string', `${filter} finds nothing in ${maskSecrets(JSON.stringify(body)).slice(0, 300)}`)
  return found
}

type GuideRunner = {
  /** Makes the request and resolves its path. */
  call(request: GuideRequest): Promise<TestReply>
  ids?: Record<string, string>
  /** Called once the response is as expected, and the ids that the example saves are recorded. */
  onResponse?(request: GuideRequest, body: ReplyBody): unknown
  /** Handlers for other code, and for commands that send a file or read a stream; the next JSON block shows their result. */
  handlers?: Record<string, (block: CodeBlock, last: ReplyBody) => Promise<ReplyBody>>
}

/** Runs a guide in order: makes its requests, and compares its JSON with the responses, as far as it is written. */
export async function runGuide(
  blocks: readonly CodeBlock[],
  { call, ids = {}, onResponse, handlers = {} }: GuideRunner,
): Promise<void> {
  let last: ReplyBody
  for (const block of blocks) {
    const request = block.language === 'sh' ? parseGuideRequest(block, ids) : undefined
    if (request && !request.isStream && !request.file) {
      const reply = await call(request)
      assertAnswer(request, reply)
      last = reply.body
      if (request.saves) ids[toCamelCase(request.saves.variable)] = applyFilter(last, request.saves.filter)
      await onResponse?.(request, reply.body)
    } else if (block.language === 'json') {
      const expected = JSON.parse(block.text)
      assert.deepEqual(abridgeTo(last, expected), expected)
    } else last = (await handlers[block.language]?.(block, last)) ?? last
  }
}

function assertAnswer({ method, path, status }: GuideRequest, reply: TestReply): void {
  const isExpected = status ? reply.status === status : reply.status < 300
  assert.ok(isExpected, `${method} ${path}: ${reply.status} ${maskSecrets(reply.text.slice(0, 500))}`)
}
