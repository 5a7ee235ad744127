import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
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

/**
 * A request in the guides' notation: `PUT A/identity`, then headers, then the body, then `→ 409 some.code` if it is
 * refused.
 */
export type GuideRequest = {
  method: string
  /** As written: a letter stands for its prefix. */
  path: string
  headers: Record<string, string>
  body?: unknown
  status?: number
  code?: string
}

/** Replaces `{personId}` and the like by ids created before. */
export function parseGuideRequest(text: string, ids: Record<string, string> = {}): GuideRequest {
  const filledText = text.replace(/\{(\w+Id)\}/g, (_, name) => ids[name] ?? assert.fail(`there is no ${name} yet`))
  const [, method = '', path = '', rest = ''] = /^([A-Z]+) (\S+)\n([\s\S]*)$/.exec(filledText) ?? assert.fail(text)
  const [, status, code] = /^→ (\d+) ?(\S*)/m.exec(rest) ?? []
  const headers = [...rest.matchAll(/^([\w-]+): (.*)$/gm)].map(([, name = '', value = '']) => [
    name.toLowerCase(),
    value,
  ])
  const body = rest.replace(/^(?:→|[\w-]+: ).*$/gm, '').trim()
  return {
    method,
    path,
    headers: Object.fromEntries(headers),
    ...(body !== '' && { body: JSON.parse(body) }),
    ...(status && { status: Number(status) }),
    ...(code && { code }),
  }
}

type GuideRunner = {
  /** Makes the request and resolves its path. */
  call(request: GuideRequest): Promise<TestReply>
  ids?: Record<string, string>
  /** Records ids for later requests, once the response is as expected. */
  onResponse?(request: GuideRequest, body: ReplyBody): unknown
  /** Handlers for code in other languages; the next JSON block shows their result. */
  handlers?: Record<string, (block: CodeBlock, last: ReplyBody) => Promise<ReplyBody>>
}

/** Runs a guide in order: makes its requests, and compares its JSON with the responses, as far as it is written. */
export async function runGuide(
  blocks: readonly CodeBlock[],
  { call, ids = {}, onResponse, handlers = {} }: GuideRunner,
): Promise<void> {
  let last: ReplyBody
  for (const block of blocks) {
    if (block.language === 'http') {
      const request = parseGuideRequest(block.text, ids)
      const reply = await call(request)
      assertAnswer(request, reply)
      last = reply.body
      await onResponse?.(request, reply.body)
    } else if (block.language === 'json') {
      const expected = JSON.parse(block.text)
      assert.deepEqual(abridgeTo(last, expected), expected)
    } else last = (await handlers[block.language]?.(block, last)) ?? last
  }
}

function assertAnswer({ method, path, status, code }: GuideRequest, reply: TestReply): void {
  const isExpected = status ? reply.status === status : reply.status < 300
  assert.ok(isExpected, `${method} ${path}: ${reply.status} ${maskSecrets(reply.text.slice(0, 500))}`)
  if (code) assert.equal(reply.body.code, code)
}
